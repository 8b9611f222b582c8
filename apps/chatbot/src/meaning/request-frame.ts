/**
 * What people put around a question: greetings, thanks, "can you tell me", "I was wondering whether". It says nothing of
 * what they ask, and people ask about everything with the same frames, so it must not speak for or against any subject.
 * Patterns of lower-case words without punctuation.
 */
const politely = '(?: please| kindly| maybe| possibly| just| quickly| briefly| perhaps)*';
const someone = '(?:you|u|ya|someone|somebody|anyone|anybody)';
const telling = '(?:tell|explain|describe|clarify|remind|teach|show|say|give me an idea)';
const listener = '(?: to)?(?: me| us)?';
const inWords =
  '(?: in (?:plain|simple|easy|short|other|your own|a few) (?:words|terms|english|language|sentences))?';
const whatFollows = '(?: about| again| if| whether| how about)?';

const beginnings = [
  '(?:hi|hello|hey|hiya|howdy|greetings|yo)(?: there| again| all| everyone| bot| team| folks| guys)?',
  'good (?:morning|afternoon|evening|day)(?: all| everyone| team)?',
  '(?:please|pls|plz|sorry|ok|okay|so|well|um|uh|hm+|alright|right|anyway|honestly|frankly|actually|basically)',
  '(?:thanks|thank you|thx|cheers|many thanks)(?: so much| a lot| very much| in advance)?',
  '(?:excuse me|sorry to bother (?:you|u)|pardon me|pardon)',
  '(?:(?:just |only )?(?:a |one |another )?(?:more |other |last )?(?:quick |short |simple |small |silly |stupid |dumb |general )?question)(?: for (?:you|u)| please)?',
  '(?:one|another) (?:more )?thing',
  '(?:just )?(?:asking|curious|wondering)(?: about| if| whether)?',
  '(?:in general|generally|generally speaking|a general answer is enough|in plain words|in simple terms|be honest|be frank)',
  `(?:can|could|would|will|may) ${someone}${politely} ${telling}${listener}${politely}${inWords}${whatFollows}`,
  `(?:can|could|would|will) ${someone}${politely} (?:help me (?:to )?(?:understand|know|find out|learn|figure out)|let me know|enlighten me)${whatFollows}`,
  `(?:would|do) ${someone} (?:mind telling me|mind explaining|happen to know|know|have any idea|have an idea)${whatFollows}`,
  `(?:any idea|any clue|does anyone know|does anybody know)${whatFollows}`,
  `(?:tell|explain|describe|remind)(?: to)? (?:me|us)${politely}${inWords}${whatFollows}`,
  `(?:let me know|explain)${politely}${inWords}${whatFollows}`,
  `(?:i|we) (?:would|d|want|wanted|wish|need|would really|d really|really want|just want|just wanted|am trying|m trying|would just|d just)(?: (?:like|love))? to (?:know|understand|ask|learn|find out|hear|get to know|figure out)(?: more)?(?: from)?(?: you)?${whatFollows}`,
  `(?:id|wed) (?:really |just )?(?:like|love) to (?:know|understand|ask|learn|find out|hear)(?: more)?${whatFollows}`,
  `(?:i|we) (?:was|were|am|m|are|have been|ve been)(?: just| also)? (?:wondering|curious|asking myself)${whatFollows}`,
  `(?:im|ive been)(?: just| also)? (?:wondering|curious|trying to (?:understand|find out|figure out))${whatFollows}`,
  `(?:i|we)(?: just| also)? wonder(?:ed)?${whatFollows}`,
  `(?:i|we) have (?:a|one|another)(?: quick| short| simple| small)? question${whatFollows}`,
  '(?:what|which things) (?:should|must|do|does|ought|would|can|could) (?:i|we|you|people|everyone|everybody|anyone|anybody|one|someone|a person|a beginner)(?: (?:really|always|first|at least|have to|need to))*(?: to)? (?:know|understand|learn|remember|keep in mind|be aware of|consider)(?: about| of| regarding)',
  '(?:everything|anything|something|the basics|all)(?: there is)?(?: (?:i|we|you|people) (?:should|need to|must|have to))?(?: to)? know about',
  '(?:whats meant by|what is meant by|what(?:s| is| are| does| do| did)|define|(?:the )?(?:meaning|definition) of)(?: an?| the)?',
  'what (?:an?|the)',
  '(?:the |this )?(?:word|term|phrase|expression|concept)(?: of)?',
  `(?:may|can|could|might) i(?: please| just)? ask(?: you)?(?: a question| something)?${whatFollows}`,
];

const endings = [
  '(?:please|pls|plz)',
  '(?:thanks|thank you|thx|cheers|many thanks)(?: so much| a lot| very much| in advance| again)?',
  '(?:just (?:asking|curious|wondering)|i am curious|im curious|no hurry|that is all|thats all)',
  '(?:can|could) you (?:tell|help) me',
  '(?:is|are|means?|meaning|exactly|to me)',
];

const beginning = new RegExp(`^(?:${beginnings.join('|')})(?: |$)`);
const ending = new RegExp(`(?:^| )(?:${endings.join('|')})$`);

/** The words of a question without its frame; all of them where nothing else is said. */
export function withoutFrame(words: readonly string[]): readonly string[] {
  const whole = words.join(' ');
  let text = whole;
  for (;;) {
    const shorter = text.replace(beginning, '').replace(ending, '');
    if (shorter === '') return words;
    if (shorter === text) return text === whole ? words : text.split(' ');
    text = shorter;
  }
}
