import { any } from './phrases.ts';
import type { Matter } from './pointers.ts';

/** The forms of promises, instructions and pointers in German, where they take nothing back. */
export function isHarmlessInGerman(words: string, matter: Matter): boolean {
  if (wishing.test(words)) return true;
  if (matter.isDenied || turning.test(words)) return false;
  if (sending.test(words)) return matter.isOfPrice || !/rechnung/u.test(words);
  if (calling.test(words)) return true;
  return matter.isOfValue && (getting.test(words) || bringing.test(words) || putting.test(words));
}

const whole = (form: string): RegExp => new RegExp(`^(?:${form})$`, 'u');
const please = '(?:(?:bitte|und) )?';
const own = '(?:ihren?|ihrem|ihrer|den|die|das|dem|der|eine?n?|einem|einer|unseren?|unserem|unserer)';
const where = `(?:online|hier|vor ort|(?:am|im|an|in|auf|bei|über|beim)(?: ${own}| jeder| jedem)? (?:(?:nächsten|unserer|unserem) )?${any('automaten automat schalter kasse rezeption empfang filiale filialen shop laden geschäft app website webseite homepage kundenkonto konto onlineportal portal büro bürgerbüro infoschalter eingang service kundenservice straße straßenrand tür haustür tisch')})(?: oder (?:online|(?:am|im|an|in|auf|über)(?: ${own})? \\p{L}+))?`;
const by = '(?: (?:per|via) (?:e-mail|mail|post|sms|brief|telefon))';
const paper = any(
  'bestätigung erinnerung rechnung e-mail nachricht sms mail eingangsbestätigung buchungsbestätigung versandbestätigung sendungsnummer quittung kopie',
);

const wishing = whole(
  `(?:wir wünschen ihnen|ich wünsche ihnen) (?:noch )?(?:eine?n?|viel) (?:(?:schönen?|angenehmen?|guten?|erholsamen?) )?(?:tag|abend|aufenthalt|besuch|woche|wochenende|fahrt|reise|spaß|freude|erfolg)|(?:wir freuen uns|ich freue mich) (?:auf (?:sie|ihren besuch|ihren anruf|ihre nachricht)|sie (?:bald )?(?:zu sehen|begrüßen zu dürfen))|(?:vielen dank|danke|wir danken) für ihr (?:verständnis|interesse|vertrauen)|viel (?:spaß|freude|erfolg|vergnügen) (?:damit|dabei|mit \\p{L}+ \\p{L}+|beim \\p{L}+)`,
);
const sending = whole(
  `(?:(?:anschließend|danach|dann) )?(?:wir (?:schicken|senden|mailen) ihnen|sie (?:erhalten|bekommen)(?: von uns)?)(?: (?:dann|danach|anschließend|automatisch|gerne?))?(?: vorab| am vortag)?${by}? (?:eine|die|ihre)(?: kurze| schriftliche)? ${paper}${by}?(?: zu)?`,
);
const calling = whole(
  `bitte rufen sie uns(?: (?:kurz|einfach|dafür|dazu|vorher))?(?: unter (?:der )?phone-number)? an(?: wenn sie (?:einen termin (?:brauchen|benötigen|möchten)|fragen haben))?`,
);
const getting = whole(
  `sie können (?:sie|ihn|es|diese|diesen|dieses|das ticket|die karte|das formular)(?: auch| einfach| bequem| direkt){0,2} ${where} (?:kaufen|bestellen|abholen|buchen|einlösen|bezahlen|erwerben|beantragen|herunterladen|finden|lösen|bekommen)|sie (?:erhalten|bekommen|finden) (?:sie|ihn|es|diese|diesen|dieses) ${where}`,
);
const carried = any(
  'ausweis personalausweis reisepass pass quittung kassenbon bon rechnung versichertenkarte gesundheitskarte handtuch badekleidung unterlagen führerschein bankkarte ec-karte kreditkarte terminbestätigung buchungsbestätigung bestätigung impfpass formular kundennummer bestellnummer buchungsnummer vertragsnummer rechnungsnummer',
);
const things = `${own} ${carried}(?: und (?:${own} )?${carried})?`;
const bringing = whole(
  `bitte (?:bringen|nehmen) sie(?: (?:dazu|dafür|einfach))? ${things} mit|bitte halten sie ${things} bereit|zeigen sie (?:bitte |einfach )?${things} ${where}(?: vor)?`,
);
const putting = whole(
  `${please}(?:schicken|senden|mailen) sie uns(?: (?:dazu|dafür|einfach))? ${own} (?:kündigung|unterlagen|formular|nachricht|e-mail|anfrage|bestellung|antrag|kopie)${by}?(?: zu)?|${please}(?:stellen|legen) sie ${own} (?:tonnen?|paket|gerät|sack|säcke) ${where}|${please}(?:füllen sie ${own} (?:formular|antrag) aus|melden sie sich ${where}(?: an)?)`,
);
const turning =
  /(?<!\p{L})(?:nur|nicht|kein\p{L}*|außer|ohne|wenn(?! sie (?:einen termin|fragen))|falls|sofern|zuschlag\p{L}*|aufpreis|zweite\p{L}*|andere\p{L}*|alte\p{L}*|eigene\p{L}*|neue\p{L}*|mitglied\p{L}*|studenten\p{L}*|gutschein\p{L}*|rabatt\p{L}*|eltern|kinder|günstiger|billiger|teurer|früher|später|rest|differenz|geld|kleingeld)(?!\p{L})/u;
