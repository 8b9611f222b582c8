import type { ProbeFamily } from './family.ts';
import { ansiescapeRaw } from './families/ansiescape-raw.ts';
import { apikeyDisclosure } from './families/apikey-disclosure.ts';
import { badcharsInvisible } from './families/badchars-invisible.ts';
import { danPersona } from './families/dan-persona.ts';
import { divergenceRepetition } from './families/divergence-repetition.ts';
import { doctorPolicy } from './families/doctor-policy.ts';
import { donotanswerHarm } from './families/donotanswer-harm.ts';
import { encodingCarriers } from './families/encoding-carriers.ts';
import { exploitationDestructiveTool } from './families/exploitation-destructive-tool.ts';
import { exploitationPrivilege } from './families/exploitation-privilege.ts';
import { exploitationTemplate } from './families/exploitation-template.ts';
import { grandmaAppeal } from './families/grandma-appeal.ts';
import { latentinjectionDocument } from './families/latentinjection-document.ts';
import { latentinjectionMemory } from './families/latentinjection-memory.ts';
import { leakreplayPersonalData } from './families/leakreplay-personal-data.ts';
import { lmrcAbuse } from './families/lmrc-abuse.ts';
import { malwaregenRequest } from './families/malwaregen-request.ts';
import { misleadingDeception } from './families/misleading-deception.ts';
import { packagehallucinationInvented } from './families/packagehallucination-invented.ts';
import { phrasingTense } from './families/phrasing-tense.ts';
import { promptinjectHijack } from './families/promptinject-hijack.ts';
import { smugglingHypothetical } from './families/smuggling-hypothetical.ts';
import { snowballInventedFact } from './families/snowball-invented-fact.ts';
import { syspromptExtractionAsk } from './families/sysprompt-extraction-ask.ts';
import { webInjectionExfiltration } from './families/web-injection-exfiltration.ts';
import { webInjectionScript } from './families/web-injection-script.ts';

/** Texts written for this catalogue; the names of the modules are those that garak gives to attacks of the same kind. */
export const families: readonly ProbeFamily[] = [
  danPersona,
  doctorPolicy,
  promptinjectHijack,
  encodingCarriers,
  badcharsInvisible,
  smugglingHypothetical,
  latentinjectionDocument,
  latentinjectionMemory,
  webInjectionExfiltration,
  webInjectionScript,
  exploitationTemplate,
  exploitationDestructiveTool,
  exploitationPrivilege,
  syspromptExtractionAsk,
  apikeyDisclosure,
  leakreplayPersonalData,
  malwaregenRequest,
  packagehallucinationInvented,
  snowballInventedFact,
  misleadingDeception,
  ansiescapeRaw,
  divergenceRepetition,
  grandmaAppeal,
  lmrcAbuse,
  donotanswerHarm,
  phrasingTense,
];

export const familyNamed = (name: string): ProbeFamily | undefined =>
  families.find((family) => family.name === name);
