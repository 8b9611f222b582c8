import type { Act } from './acts.ts';
import { apologyIn } from './language.ts';
import { listed } from './plain-text.ts';

/** What the assistant is about; all fixed replies are worded from it. */
export type Persona = Readonly<{ subject: string; topics: readonly string[]; byModel: boolean }>;

export type ActContext = Readonly<{
  userName: string | undefined;
  language: string | undefined;
  history: readonly string[];
}>;

/** The reply to everything that is not a question about the subject itself. */
export function replyToAct(act: Act, persona: Persona, { userName, language, history }: ActContext): string {
  const { subject, topics, byModel } = persona;
  const toYou = userName === undefined ? '' : `, ${userName}`;
  switch (act) {
    case 'crisis':
      return `I'm really sorry you are going through this, and I'm glad you said it. I'm only an ${subject} assistant, so please reach out to a person right now: call your local emergency number or a crisis line in your country, or go to someone you trust and don't stay alone. You matter, and people are ready to listen at any hour. If you are in immediate danger, please call emergency services now.`;
    case 'emergency':
      return `This sounds like an emergency: please get yourself and others to safety and call your local emergency number now. Everything about ${subject} can wait. When everyone is safe, I'll gladly explain what to do next, such as taking photos, keeping receipts and reporting a claim.`;
    case 'injection':
      return `I'll stay with what I'm here for: I'm an ${subject} assistant and don't change my role or share my inner instructions. I'm happy to help with a question about ${subject}, for example ${example(topics, 0)}.`;
    case 'wrongdoing':
      return `I can't help with that: I don't assist with fraud, deception or anything that harms people. If you are in a difficult situation, an honest conversation with your insurer or an adviser is the better way. I'm glad to explain how ${subject} works, for instance how an honest claim is settled.`;
    case 'recall-fact':
      return 'You have not told me that yet in this conversation. Tell me, and I will remember it while we talk.';
    case 'recall-conversation':
      return recallConversation(history);
    case 'other-language':
      return `${apologyIn(language ?? '')} I can only answer in English for now. If you ask me about ${subject} in English, I'll gladly help.`.trim();
    case 'recall-answer':
      return (
        history.at(-1) ?? 'This is the beginning of our conversation, so there is no answer to repeat yet.'
      );
    case 'which-languages':
      return `I speak English only, for now. Ask me anything about ${subject} in English and I'll gladly help.`;
    case 'identity':
      return `I'm the ${subject} assistant, a friendly chatbot${toYou}. My purpose is to explain ${subject} in plain language: ${listed(topics)}. I'm a computer program, not a person or a licensed adviser, and I give general information only. What would you like to know?`;
    case 'machine':
      return byModel
        ? `I'm a chatbot, not a human. A language model writes my answers from passages of a knowledge base about ${subject}. It is general information, so please check important points in your own policy or with a licensed professional.`
        : `I'm a chatbot, not a human, and no language model is behind me: I look up passages in a knowledge base about ${subject} and put them together. It is general information, so please check important points in your own policy or with a licensed professional.`;
    case 'reliability':
      return `My only source is a bundled knowledge base about ${subject}: short general texts without dates, figures or local law, so I can't cite anything else or tell what changed lately. I can misunderstand a question; what I don't know, I say, and point to what I can explain. Please check important points in your own policy or with a licensed professional.`;
    case 'privacy':
      return `I keep our conversation in memory only so that I can follow it${byModel ? ', and the language model that words my answers reads it' : ''}; I know nothing about you beyond what you write here. I can't see accounts, policies or claims. As I don't need personal details to explain ${subject}, please leave out names, policy numbers and medical facts.`;
    case 'independence':
      return `I sell nothing, earn no commission and recommend no company; I'm a demo assistant that explains ${subject} in general terms, with its costs and gaps as well as its uses. Whether a policy is worth its price depends on what a loss would mean for you. Ask me what a policy leaves out, for instance, or when it isn't worth having.`;
    case 'manner':
      return `I answer in plain English prose, friendly and short, 150 words at most, and I keep to that form. When a question isn't about ${subject} or I don't know the answer, I say so and tell what I can help with instead.`;
    case 'limits':
      return `I only help with ${subject}; other subjects, such as cooking, sports, programming or politics, are outside my scope. I can't see accounts, policies or claims, give quotes or exact prices, recommend a company, or give legal, tax, medical or investment advice, and I don't help with fraud. For decisions about your own situation, please ask your insurer or a licensed professional.`;
    case 'advice':
      return `I can't decide that for you: I give general information, not advice, and name no prices or figures, as they depend on details only you and an insurer know. I can explain what to weigh, though: what each option covers and leaves out, what drives its price, and when it makes sense. A licensed professional can advise you personally.`;
    case 'examples':
      return `Here are a few questions I answer well: What is a deductible? What does renters insurance not cover? What should I do after a car accident? Term or whole life? Why was my claim denied? You can follow up with "and for pets?", "why?" or "tell me more".`;
    case 'capabilities':
      return `I can answer questions about ${subject} in plain language${toYou}. My topics are ${listed(topics)}. Ask me what something covers, what a term means, how two options compare, or what to do after a loss. I only deal with ${subject}, I can't see your policy or give quotes, and what I say is general information rather than advice. What would you like to know?`;
    case 'audience':
      return `I'm for anyone who wants to understand ${subject}: people choosing their first policy, families, drivers, homeowners and renters, travellers, pet owners and small businesses. People mostly ask what a policy covers, what a word means, how to compare options and how to make a claim.`;
    case 'greeting':
      return `Hello${toYou}! I'm your ${subject} assistant. You can ask me about ${listed(topics.slice(0, 6))}, and more. What would you like to know?`;
    case 'how-are-you':
      return `I'm doing well, thank you for asking! I'm ready for your questions about ${subject}. What can I explain for you${toYou}?`;
    case 'thanks':
      return `You're very welcome${toYou}! If another question about ${subject} comes up, just ask.`;
    case 'goodbye':
      return `Goodbye${toYou}, and take care! Come back whenever you have a question about ${subject}.`;
    case 'praise':
      return `Glad to hear it${toYou}! Is there anything else about ${subject} I can explain?`;
    case 'blame':
      return `I'm sorry that didn't help. Could you tell me in other words what you would like to know about ${subject}? I'll try again.`;
    case 'account':
      return `I can't see or change any account, policy or claim, and I hold no customer data. Please contact your insurer or agent for that; the policy number and the date of the event are useful to have at hand. I can explain how the process generally works if you like.`;
    case 'person':
      return `I can't connect you to a person; this is a demo assistant without a service team. Your insurer or agent can help with your own policy, and a regulator's consumer service with complaints. Meanwhile I'm glad to explain anything about ${subject}.`;
    case 'quote':
      return `I can't give quotes, exact prices or recommend a company: prices depend on details only an insurer can assess. It helps to ask several insurers or an independent agent for the same limits and deductible, and to compare service and financial strength as well. I can explain what influences a price or what to look for, if you like.`;
    case 'other-task':
      return declineOffTopic(persona, 0);
  }
}

/** A few wordings in turn, so that declining twice does not sound like a recording. */
export function declineOffTopic({ subject, topics }: Persona, turn: number): string {
  const wordings = [
    `That's outside what I can help with: I'm an ${subject} assistant and only answer questions about ${subject}. I'd be glad to help with something like ${example(topics, turn)}.`,
    `I'm afraid I can only help with ${subject}, so I'll have to leave that one to others. Is there something about ${example(topics, turn)} you would like to know?`,
    `Sorry, that isn't something I know about: my only subject is ${subject}. Feel free to ask me about ${example(topics, turn)}.`,
  ];
  return wordings[turn % wordings.length] ?? '';
}

export function admitNotKnowing({ subject }: Persona, nearest: readonly string[]): string {
  const offer = nearest.length === 0 ? '' : ` Closest to it I can explain: ${nearest.join('; ')}.`;
  return `I don't have reliable information about that particular point of ${subject}, and I'd rather not guess.${offer} Your insurer or a licensed professional can answer for your own policy.`;
}

/** `offered` are titles of what was spoken about. */
export function askToRephrase({ subject, topics }: Persona, offered: readonly string[] = []): string {
  if (offered.length > 0)
    return `I'm not sure what you mean by that. Could you put it as a whole question? Close to what we spoke about, I can explain: ${offered.join('; ')}.`;
  return `I'm not sure what you mean. Could you put it as a question about ${subject}? For example: ${example(topics, 0)}.`;
}

function recallConversation(history: readonly string[]): string {
  const asked = history
    .filter((_text, index) => index % 2 === 0)
    .map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 120));
  if (asked.length === 0)
    return 'This is the first message of our conversation, so there is nothing to look back on yet.';
  const quoted = (text: string): string => `"${text}"`;
  if (asked.length === 1) return `So far you have written one message: ${quoted(asked[0] ?? '')}.`;
  return `You began with ${quoted(asked[0] ?? '')}, and your last message before this one was ${quoted(asked.at(-1) ?? '')}. We have exchanged ${asked.length} messages so far.`;
}

function example(topics: readonly string[], turn: number): string {
  const two = [topics[turn % topics.length] ?? '', topics[(turn + 3) % topics.length] ?? ''];
  return listed([...new Set(two)], 'or');
}
