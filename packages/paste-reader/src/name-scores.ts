/**
 * How much a field's name says that a message goes into it, or that it holds an answer, in the languages people write APIs
 * in: what it is worth, and the names that are worth that much.
 */
const scored = (table: Readonly<Record<number, string>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([points, names]) =>
      names.split(' ').map((name): [string, number] => [name, Number(points)]),
    ),
  );

export const INPUT_NAMES = scored({
  20: 'data value',
  30: 'topic comment parts',
  34: 'goal',
  40: 'theme review line saludo instruction request',
  44: 'payload term complaint command',
  46: 'search',
  48: 'body',
  50: 'entry wish plea statement speech task peticion',
  52: 'heard',
  58: 'clause ingredients',
  60: 'symptom claimtext words say saying searchterm phrase invite richiesta 本文',
  62: 'riddle symptoms',
  66: 'sentence said transcript aussage',
  70: 'freetext suchbegriff lastmessage demande',
  72: 'content',
  74: '内容',
  76: 'txt issuetext searchquery',
  78: 'tekst',
  80: 'phrasetext text ask texto texte testo текст 问 查询',
  84: 'entree utext inputs anfrage requete запрос',
  86: 'q',
  88: 'entrada',
  90: 'spokentext voiceinput messagebody inquiry enquiry duda duvida mesaji consulta saisie bericht',
  92: 'nlquery anliegen zapytanie wiadomosctekst zprava input 输入 入力 입력',
  94: 'messagecontent query msg eingabe',
  96: 'usertxt chattext promptinput naturallanguagequery clientmessage kundenanfrage textnachricht texteutilisateur textousuario viesti uzenet dotaz mesajkullanici pesan tinnhan رسالة ข้อความ inputvalue messagetext querytext textinput usersays prompttext eingabetext wiadomosc mesaj fraga meddelande vopros soobshchenie',
  98: 'usersaid guestmessage visitormessage prompt inputtext utterance newmessage nachricht mensaje mensagem messaggio сообщение 消息 提问 メッセージ 메시지',
  100: 'questiontext customermessage fragetext nutzereingabe kundenfrage preguntausuario messageutilisateur messaggioutente domandautente sporsmal spoergsmaal kysymys kerdes intrebare pertanyaan cauhoi питання سؤال שאלה प्रश्न คำถาม message question usertext inputmessage usermsg currentmessage chatmessage frage benutzereingabe pregunta mensajeusuario pergunta domanda vraag pytanie soru вопрос 问题 質問 질문',
  104: 'userutterance userinput userquery userprompt userquestion chatinput',
  106: 'usermessage',
});

export const OUTPUT_NAMES = scored({
  12: 'token',
  26: 'data value',
  30: 'heard chunk',
  40: 'line that body delta',
  44: 'res markdown',
  48: 'html',
  50: 'a plain opinion recommendation final reaction results translation utterance predictions',
  56: 'definition story poem joke suggestion summary bot ai',
  60: 'htmltext advice speech outputs plaintext responses',
  62: 'explanation',
  66: 'erklaerung erklarung draft assistant prediction ergebnis resultado resultat risultato результат 结果 結果 결과',
  68: 'result',
  70: 'out rsp txt speak spoken say says displaytext displaymessage speechtext antworten msg answers replies generated',
  72: 'said',
  76: 'message',
  80: 'text',
  82: 'content',
  84: 'resp resultoutput rueckmeldung ruckmeldung messagetext atext generation 响应',
  90: 'ans answerbody conciergereply resulttext textgenerated salidatexto رد response output completion ausgabe salida contestacion sortie saida 输出 出力',
  92: 'bottext agentmessage generatedcontent textoutput finaltext',
  94: 'suggestedreply suggestedresponse generatedoutput finaloutput chatresponse assistantmessage modelresponse llmresponse llmoutput',
  96: 'replymessage assistantreply assistantresponse agentreply completiontext traloi botmessage aimessage airesponse agentresponse responsemessage svar otvet 응답',
  98: 'botanswer generatedanswer generatedresponse finalresponse llmanswer aianswer textantwort botantwort respuestatexto textorespuesta reponsetexte textereponse respostatexto textoresposta rispostatesto balasan reply generatedtext outputtext botresponse botreply fulfillmenttext responsetext answertext replytext textresponse antworttext 回复 答复 返信 応答',
  100: 'vastaus valasz odpoved raspuns jawaban cautraloi відповідь جواب תשובה उत्तर คำตอบ answer antwort respuesta reponse resposta risposta antwoord odpowiedz cevap yanit ответ 回答 答案 답변',
  104: 'finalanswer',
});
