/** What the built-in planner of the Architect understands, a sentence for each: its help and the web app show them. */
export const architectExamples = [
  {
    intent: 'explore',
    sentence: 'What can the demo chatbot do?',
    meaning: 'explores an endpoint and tells what it found',
  },
  {
    intent: 'test',
    sentence: 'Test the demo chatbot with 20 tests',
    meaning: 'explores an endpoint, makes tests of what was found, runs them and sums up',
  },
  {
    intent: 'test',
    sentence: 'Test that it refuses medical advice',
    meaning: 'makes a requirement of the sentence, tests for it, and runs them',
  },
  {
    intent: 'generate',
    sentence: 'Make 10 tests for the demo chatbot',
    meaning: 'makes tests without running them',
  },
  {
    intent: 'run',
    sentence: 'Run "Smoke tests" on the demo chatbot',
    meaning: 'runs a test set against an endpoint and sums up',
  },
  { intent: 'again', sentence: 'Run it again', meaning: 'repeats the last run, and compares' },
  {
    intent: 'compare',
    sentence: 'What got worse?',
    meaning: 'compares the last run with the one chosen for that (the baseline), or with the run before it',
  },
  { intent: 'failures', sentence: 'Why did it fail?', meaning: 'shows what failed in the last run, and why' },
  { intent: 'summary', sentence: 'How is it doing?', meaning: 'sums up the results of the last months' },
  { intent: 'status', sentence: 'What is running?', meaning: 'tells how far runs are' },
  {
    intent: 'rescore',
    sentence: 'Judge it again',
    meaning: 'judges the stored answers of the last run again',
  },
  { intent: 'cancel', sentence: 'Cancel the run', meaning: 'cancels the run that is under way' },
  {
    intent: 'ask',
    sentence: 'Ask the demo chatbot: what do you cost?',
    meaning: 'sends one message and shows the answer',
  },
  {
    intent: 'list',
    sentence: 'Which test sets are there?',
    meaning: 'lists endpoints, tests, test sets, requirements, metrics, runs, projects, sources or traces',
  },
  { intent: 'help', sentence: 'What can you do?', meaning: 'shows this list' },
] as const;

/** The same, said of an application that is connected. */
export const exampleAbout = (sentence: string, application: string | undefined): string =>
  application === undefined ? sentence : sentence.replace('the demo chatbot', () => application);
