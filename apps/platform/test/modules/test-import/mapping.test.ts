import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestMapping } from '../../../src/modules/test-import/mapping.ts';
import { recogniseShape } from '../../../src/modules/test-import/shapes.ts';

test('a column of what is wrong is nothing that is expected, whatever else its name says', () => {
  const expectedOf = (...columns: string[]) =>
    suggestMapping(['question', ...columns]).mapping.columns.expected_response;
  for (const [columns, expected] of [
    [['wrong_answer', 'right_answer'], 'right_answer'],
    [['incorrectAnswers', 'correctAnswer'], 'correctAnswer'],
    [['Bad response', 'Good response'], 'Good response'],
    [['a_good_reply_to_the_answer', 'answer_text'], 'answer_text'],
    [['Musterantwort'], 'Musterantwort'],
    [['expected_outcome'], 'expected_outcome'],
    [['answer_a', 'answer_b'], undefined],
    [['unexpected_response'], undefined],
    [['forbidden_answer'], undefined],
    [['not_expected'], undefined],
    [['answer_must_not_contain', 'answer'], 'answer'],
    [['falsche Antwort', 'richtige Antwort'], 'richtige Antwort'],
    [['model_answer', 'expected_answer_text'], 'expected_answer_text'],
    ...[
      'expected_to_refuse should_answer answerable expected_language expected_tool expected_latency_ms expected_keywords',
      'target_url answer_id expected_answer_type actual_answer model_response no_answer',
    ]
      .join(' ')
      .split(' ')
      .map((name) => [[name], undefined] as const),
  ] as const)
    assert.equal(expectedOf(...columns), expected, columns.join());
});

test('an answer that was once given is not expected where the right one, or a judgement of it, stands beside it', () => {
  const expectedOf = (...columns: string[]) => suggestMapping(columns).mapping.columns.expected_response;
  for (const [columns, expected] of [
    ['question,answer,contexts,ground_truth', 'ground_truth'],
    ['user_input,response,reference', 'reference'],
    ['question,answer,correct_answer', 'correct_answer'],
    ['question,answer,expected_answer', 'expected_answer'],
    ['question,answer,reference_answer', 'reference_answer'],
    ['question,answer,gold_answer', 'gold_answer'],
    ['question,answer,gold', 'gold'],
    ['question,output,right answer', 'right answer'],
    ['prompt,response,best_answer', 'best_answer'],
    ['question,response,golden_response', 'golden_response'],
    ['question,response,expected_result', 'expected_result'],
    ['input,output,desired_output', 'desired_output'],
    ['frage,antwort,richtige antwort', 'richtige antwort'],
    ['question,target,answer,label', 'target'],
    ['question,answer', 'answer'],
    ['input,output', 'output'],
    ['query,answer,is_correct', undefined],
    ['message,response,rating', undefined],
    ['question,answer,score', undefined],
    ['question,answer_text,verdict', undefined],
    ['question,answer,expected_answer,is_correct', 'expected_answer'],
  ] as const)
    assert.equal(expectedOf(...columns.split(',')), expected, columns);
  assert.deepEqual(suggestMapping(['query', 'answer', 'is_correct']).notices, [
    '“answer” is not taken for the expected answer: “is_correct” beside it says that some of these answers are wrong. Choose it by hand if all of them are right.',
  ]);
  assert.deepEqual(suggestMapping(['query', 'answer', 'ground_truth', 'score']).notices, []);
  assert.deepEqual(suggestMapping(['query', 'score']).notices, []);
});

test('a column that judges is known by a word of its name, or by what stands in it', () => {
  const expectedOf = (columns: string, samples: readonly Record<string, unknown>[] = []) =>
    suggestMapping(columns.split(','), samples).mapping.columns.expected_response;
  for (const beside of [
    'human_rating,user_feedback,thumbs_down,is_hallucinated,faithfulness,answer_relevancy,answer_correctness,judge_score,quality_score',
    'LLM score,Rating (1-5),score_1,pass/fail,evaluation,accuracy,stars,good,wrong,Is Correct,correct?,humanRating,csat,approved',
  ].flatMap((names) => names.split(',')))
    assert.equal(expectedOf(`question,answer,${beside}`), undefined, beside);
  for (const columns of ['question,response,reward', 'Frage,Antwort,Note', 'Frage,Antwort,Sterne'])
    assert.equal(expectedOf(columns), undefined, columns);
  for (const beside of [
    'note',
    'category',
    'wrong_answer',
    'difficulty_score',
    'source',
    'comment',
    'status',
    'page',
  ])
    assert.equal(expectedOf(`question,answer,${beside}`), 'answer', beside);
  const of = (...values: unknown[]) => values.map((value) => ({ question: 'Q', answer: 'A', x: value }));
  for (const values of [
    ['PASS', 'fail', 'pass'],
    ['👍', '👎'],
    ['★★★', '★★★★★'],
    ['4/5', '2/5'],
    ['0.83', '0.5', '1'],
    [0.83, 0.25],
    ['richtig', 'falsch', ''],
  ])
    assert.equal(expectedOf('question,answer,x', of(...values)), undefined, values.join());
  for (const values of [
    ['billing', 'returns'],
    [1, 2, 3],
    ['yes', 'no'],
    ['1', '0'],
    ['good', 'Berlin'],
    ['0.5'],
  ])
    assert.equal(expectedOf('question,answer,x', of(...values)), 'answer', values.join());
});

test('the question is the column that says so, and no number, type or instruction of it', () => {
  const askedIn = (...columns: string[]) => suggestMapping(columns).mapping.columns.prompt;
  for (const [columns, asked] of [
    [['system_prompt', 'user_question', 'expected_answer'], 'user_question'],
    [['prompt_id', 'user_question'], 'user_question'],
    [['message_id', 'customer_message'], 'customer_message'],
    [['Fragetyp', 'Kundenfrage'], 'Kundenfrage'],
    [['question no', 'the question'], 'the question'],
    [['user', 'message'], 'message'],
    [['questionText', 'questionType'], 'questionText'],
    [['user', 'expected'], 'user'],
    [['question_type', 'x'], undefined],
  ] as const)
    assert.equal(askedIn(...columns), asked, columns.join());
  const columns = ['question', 'expected_outcome'];
  assert.equal(recogniseShape(columns, [], null), 'table');
  assert.deepEqual(suggestMapping(columns).mapping.columns, {
    prompt: 'question',
    expected_response: 'expected_outcome',
  });
  assert.equal(recogniseShape(['scenario', 'expected_outcome'], [], null), 'deepeval');
  assert.equal(suggestMapping(['scenario', 'expected_outcome']).mapping.columns.goal, 'expected_outcome');
});
