// Prompts that only steer ("continue", "ok, thanks", "いいよ"): they ask for nothing a way could help with.
// A prompt counts when it is made of these phrases alone, so "continue with the tests" does not. The phrases are searched as one
// text, because building a set of them would cost more than everything else that a hook does with a prompt.

/** By language, comma-separated, a phrase of several languages once; as `wordsOf` leaves them: lower case, NFKC, no apostrophes. */
const PHRASES: Readonly<Record<string, string>> = {
  en: `ok, okay, k, kk, yes, yeah, yep, yup, y, no, nope, n, sure, sure thing, of course, absolutely, definitely,
    indeed, alright, all right, fine, thats fine, good, great, perfect, nice, cool, awesome, excellent, amazing,
    wonderful, lovely, well done, good job, thanks, thank you, thank you very much, thanks a lot, many thanks, thx,
    ty, please, pls, go, go on, go ahead, go for it, keep going, keep it up, continue, you can continue, carry on,
    proceed, resume, next, next step, do it, do that, do so, just do it, lets go, lets do it, lets do that,
    lets continue, sounds good, looks good, looks good to me, lgtm, that works, works for me, got it, understood,
    i see, i agree, agreed, makes sense, right, thats right, correct, thats correct, exactly, done, ready, again,
    once more, try again, retry, stop, wait, hold on, cancel, never mind, nevermind, not now, no thanks, hm, hmm,
    hmmm, oh, ah, aha, and, then, now, so, well, roger, confirmed, approved, accept, accepted`,
  de: `ja, jo, jap, jawohl, nein, nee, gut, sehr gut, super, prima, perfekt, toll, klasse, danke, danke dir,
    danke schön, vielen dank, bitte, weiter, weiter so, weitermachen, mach weiter, mache weiter, bitte weitermachen,
    mach das, mach es, mach mal, los, los gehts, leg los, einverstanden, passt, passt so, genau, richtig, stimmt,
    klar, alles klar, verstanden, nochmal, noch mal, noch einmal, versuch es nochmal, versuchs nochmal, stopp, halt,
    warte, abbrechen, fortfahren, fahr fort, fahre fort, nächster schritt, klingt gut, sieht gut aus, in ordnung,
    natürlich, jetzt, und, dann`,
  fr: `oui, ouais, non, daccord, dac, bien, très bien, tres bien, parfait, génial, merci, merci beaucoup, continuez,
    continuer, vas y, allez y, allez, poursuis, poursuivez, cest bon, cest parfait, ça marche, ca marche, exactement,
    exact, compris, jai compris, entendu, encore, encore une fois, réessaie, réessayez, essaie encore, arrête,
    attends, annule, suivant, étape suivante, sil te plaît, sil vous plaît, svp, stp, bien sûr, fais le, fais ça`,
  es: `sí, si, vale, bueno, muy bien, está bien, perfecto, genial, excelente, gracias, muchas gracias, continúa,
    continua, continuar, continúe, sigue, sigue así, sigue adelante, adelante, dale, hazlo, de acuerdo, claro,
    claro que sí, exacto, correcto, entendido, otra vez, de nuevo, inténtalo de nuevo, intenta de nuevo, para, espera,
    cancela, siguiente, siguiente paso, listo, por favor, por supuesto, suena bien`,
  pt: `sim, não, nao, tudo bem, está bem, está bom, tá bom, ta bom, certo, perfeito, ótimo, otimo, legal, beleza,
    obrigado, obrigada, muito obrigado, pode continuar, prossiga, segue, siga, vá em frente, vai em frente, em frente,
    pode ir, faz isso, faça isso, pode fazer, entendi, exato, exatamente, correto, de novo, novamente, tenta de novo,
    tente novamente, pare, espere, próximo, próximo passo, com certeza`,
  it: `sì, va bene, bene, molto bene, perfetto, ottimo, grazie, grazie mille, continua pure, continuare, prosegui,
    procedi, vai, vai avanti, avanti, fallo, fai pure, daccordo, esatto, esattamente, giusto, corretto, capito,
    ho capito, di nuovo, ancora, ancora una volta, riprova, fermati, aspetta, annulla, prossimo, prossimo passo,
    per favore, sembra buono`,
  nl: `oké, oke, goed, heel goed, is goed, top, bedankt, dank je, dank je wel, dankjewel, ga door, ga verder,
    ga maar door, verder, doorgaan, doe het, doe maar, akkoord, klopt, precies, begrepen, duidelijk, nogmaals,
    opnieuw, nog een keer, probeer opnieuw, probeer het opnieuw, wacht, annuleer, volgende, volgende stap,
    alsjeblieft, graag, natuurlijk, klinkt goed, ziet er goed uit`,
  sv: `nej, okej, bra, mycket bra, toppen, tack, tack så mycket, fortsätt, fortsätt gärna, kör, kör på, kör vidare,
    gör det, gå vidare, stämmer, precis, exakt, förstått, klart, igen, en gång till, försök igen, vänta, avbryt,
    nästa, nästa steg, snälla, låter bra, ser bra ut, visst, självklart`,
  pl: `tak, nie, dobra, dobrze, bardzo dobrze, świetnie, idealnie, dzięki, dziękuję, kontynuuj, dalej, idź dalej,
    jedź dalej, zrób to, śmiało, jasne, zgoda, zgadza się, dokładnie, racja, rozumiem, jeszcze raz, spróbuj ponownie,
    spróbuj jeszcze raz, ponownie, czekaj, poczekaj, anuluj, następny, następny krok, proszę, oczywiście,
    brzmi dobrze, wygląda dobrze`,
  cs: `ano, ne, dobře, dobrá, výborně, skvěle, perfektní, díky, děkuji, děkuju, pokračuj, pokračujte, dál, dále,
    udělej to, do toho, souhlasím, přesně, správně, rozumím, jasně, znovu, ještě jednou, zkus to znovu, počkej, zruš,
    další, další krok, prosím, zní to dobře, vypadá to dobře, samozřejmě`,
  ru: `да, ага, угу, нет, ок, окей, хорошо, очень хорошо, ладно, отлично, супер, идеально, класс, спасибо,
    большое спасибо, пожалуйста, продолжай, продолжайте, продолжить, продолжаем, дальше, давай, давай дальше, делай,
    сделай это, вперёд, вперед, поехали, согласен, согласна, верно, правильно, точно, понял, поняла, понятно, ясно,
    ещё раз, еще раз, снова, повтори, попробуй ещё раз, попробуй еще раз, попробуй снова, стоп, подожди, отмена,
    отмени, следующий шаг, конечно, звучит хорошо, выглядит хорошо`,
  uk: `так, ні, добре, дуже добре, гаразд, чудово, ідеально, дякую, будь ласка, продовжуй, продовжуйте, продовжити,
    далі, давай далі, роби, зроби це, згоден, згодна, вірно, зрозумів, зрозуміла, зрозуміло, ще раз, знову,
    спробуй ще раз, спробуй знову, зачекай, скасуй, наступний крок, звичайно, звісно`,
  tr: `evet, hayır, tamam, tamamdır, olur, peki, güzel, iyi, çok iyi, harika, mükemmel, süper, teşekkürler,
    teşekkür ederim, çok teşekkürler, sağol, devam, devam et, devam edin, devam edelim, lütfen devam et, hadi, yap,
    bunu yap, yap bunu, onaylıyorum, kabul, doğru, aynen, kesinlikle, anladım, tekrar, tekrar dene, bir daha,
    bir daha dene, dur, bekle, iptal, sonraki, sonraki adım, lütfen, tabii, elbette`,
  ar: `نعم, أجل, اجل, ايوه, لا, حسنا, حسنًا, جيد, جيد جدا, ممتاز, رائع, تمام, شكرا, شكرًا, شكرا لك, شكرا جزيلا, استمر,
    أكمل, اكمل, تابع, واصل, من فضلك, لو سمحت, افعل ذلك, هيا, موافق, صحيح, بالضبط, فهمت, مفهوم, مرة أخرى, مرة اخرى,
    حاول مرة أخرى, أعد المحاولة, توقف, انتظر, إلغاء, التالي, الخطوة التالية, طبعا, بالتأكيد, أوكي, اوكي`,
  he: `כן, לא, בסדר, בסדר גמור, טוב, טוב מאוד, מצוין, מעולה, מושלם, תודה, תודה רבה, המשך, תמשיך, תמשיכי, תמשיך בבקשה,
    המשך בבקשה, בבקשה, קדימה, תעשה את זה, עשה זאת, מסכים, נכון, בדיוק, הבנתי, ברור, שוב, נסה שוב, תנסה שוב, עוד פעם,
    עצור, חכה, בטל, הבא, השלב הבא, סבבה, אוקיי, אוקי, יופי`,
  hi: `हाँ, हां, जी, जी हाँ, जी हां, नहीं, ठीक, ठीक है, अच्छा, बहुत अच्छा, बढ़िया, शानदार, धन्यवाद, शुक्रिया,
    जारी रखें, जारी रखो, कृपया जारी रखें, आगे, आगे बढ़ो, आगे बढ़ें, आगे बढ़िए, कर दो, करो, कृपया, सही, सही है,
    बिल्कुल, समझ गया, समझ गई, फिर से, दोबारा, फिर से कोशिश करो, फिर से कोशिश करें, रुको, रुकिए, रद्द करो, अगला,
    अगला कदम, ओके`,
  ja: `はい, ええ, うん, いいえ, いや, オーケー, オッケー, 了解, 了解です, 了解しました, わかりました, 分かりました, わかった, 承知しました, いい, いいよ, いいです, いいですね, いいね,
    良いです, よし, 大丈夫, 大丈夫です, 完璧, 完璧です, 素晴らしい, ありがとう, ありがとうございます, 続けて, 続けてください, 続けて下さい, 続き, 続きを, 続きをお願いします, 続行, 続行して,
    続行してください, 続行お願いします, 進めて, 進めてください, 進めて下さい, 進めてお願いします, お願いします, お願い, よろしく, よろしくお願いします, やって, やってください, やってみて, そうして,
    そうしてください, それでお願いします, その通り, そのとおり, その通りです, 正解, もう一度, もう一回, もう一度お願いします, 再試行, 再試行して, 止めて, 止まって, ストップ, 待って, 待ってください,
    キャンセル, 次, 次へ, 次に進んで, 次に進んでください, 次お願いします, どうぞ, そうです, そうですね, なるほど`,
  ko: `네, 넵, 예, 응, 아니, 아니요, 오케이, 좋아, 좋아요, 좋습니다, 알겠어, 알겠어요, 알겠습니다, 알았어, 완벽해, 완벽합니다, 감사합니다, 고마워, 고마워요, 고맙습니다, 계속, 계속해,
    계속해줘, 계속 해줘, 계속해 줘, 계속해주세요, 계속해 주세요, 계속하세요, 계속 진행, 계속 진행해, 계속 진행해줘, 계속 진행해 줘, 계속 진행해주세요, 진행, 진행해, 진행해줘, 진행해 줘,
    진행 해줘, 진행해주세요, 진행해 주세요, 진행하세요, 해줘, 해 줘, 해주세요, 그래, 그래요, 그렇게 해, 그렇게 해줘, 맞아, 맞아요, 맞습니다, 이해했어, 이해했습니다, 다시, 다시 해줘,
    다시 시도, 다시 시도해, 다시 시도해줘, 멈춰, 잠깐, 기다려, 취소, 다음, 다음 단계, 물론, ᄋᄏ, ᄋᄋ, ᄀᄀ, ᄂᄂ`,
  zh: `是, 是的, 对, 对的, 好, 好的, 好吧, 好了, 行, 可以, 可以的, 没问题, 不, 不是, 不用, 不用了, 嗯, 嗯嗯, 谢谢, 谢谢你, 多谢, 继续, 请继续, 继续吧, 继续做, 继续执行, 接着,
    接着来, 接着做, 往下, 下一步, 下一个, 去做吧, 做吧, 执行, 执行吧, 开始, 开始吧, 同意, 正确, 没错, 完美, 很好, 非常好, 不错, 太好了, 明白, 明白了, 知道了, 懂了, 再来, 再来一次,
    再试一次, 重试, 停, 停下, 停止, 等等, 等一下, 取消, 算了, 就这样, 就这样吧, 就这么办, 當然, 当然, 對, 對的, 沒問題, 謝謝, 繼續, 請繼續, 繼續吧, 執行, 開始, 開始吧, 正確, 沒錯,
    再試一次, 重試, 就這樣`,
  vi: `có, vâng, dạ, ừ, không, được, được rồi, ổn, ổn rồi, tốt, rất tốt, tốt lắm, tuyệt, tuyệt vời, hoàn hảo, cảm ơn,
    cám ơn, cảm ơn bạn, tiếp, tiếp đi, tiếp tục, tiếp tục đi, hãy tiếp tục, làm đi, cứ làm đi, đồng ý, đúng, đúng rồi,
    chính xác, hiểu rồi, tôi hiểu, lại, thử lại, làm lại, một lần nữa, dừng, dừng lại, chờ, đợi, hủy, kế tiếp,
    bước tiếp theo, vui lòng, làm ơn, dĩ nhiên`,
  th: `ใช่, ใช่ครับ, ใช่ค่ะ, ไม่, ไม่ใช่, ได้, ได้เลย, ได้ครับ, ได้ค่ะ, โอเค, โอเคครับ, โอเคค่ะ, ตกลง, ดี, ดีมาก,
    เยี่ยม, เยี่ยมมาก, สมบูรณ์แบบ, ขอบคุณ, ขอบคุณมาก, ขอบคุณครับ, ขอบคุณค่ะ, ต่อ, ต่อเลย, ทําต่อ, ทําต่อเลย, ทําต่อไป,
    ดําเนินการต่อ, ดําเนินการต่อไป, ไปต่อ, ไปต่อเลย, เอาเลย, ทําเลย, จัดไป, ถูกต้อง, ถูก, เข้าใจแล้ว, อีกครั้ง,
    ลองอีกครั้ง, ลองใหม่, หยุด, รอ, รอก่อน, ยกเลิก, ถัดไป, ขั้นตอนต่อไป, ครับ, ค่ะ, แน่นอน`,
  id: `ya, iya, tidak, baik, baiklah, bagus, sangat bagus, sempurna, mantap, sip, terima kasih, makasih, lanjut,
    lanjutkan, lanjut saja, lanjutkan saja, silakan, silakan lanjutkan, tolong lanjutkan, teruskan, lakukan,
    lakukan itu, lakukan saja, setuju, benar, betul, tepat, paham, mengerti, saya mengerti, lagi, coba lagi, ulangi,
    sekali lagi, berhenti, tunggu, batal, batalkan, selanjutnya, berikutnya, langkah berikutnya, tolong, tentu`,
  el: `ναι, όχι, εντάξει, οκ, οκέι, καλά, πολύ καλά, τέλεια, ωραία, ευχαριστώ, σε ευχαριστώ, ευχαριστώ πολύ, συνέχισε,
    συνεχίστε, προχώρα, προχώρησε, κάν το, κάνε το, σύμφωνοι, συμφωνώ, σωστά, σωστό, ακριβώς, κατάλαβα, ξανά,
    δοκίμασε ξανά, άλλη μία φορά, σταμάτα, περίμενε, ακύρωσε, επόμενο, επόμενο βήμα, παρακαλώ, βέβαια, φυσικά, πάμε`,
};

const LONGEST = 80;

/** Made of steering phrases, numbers, punctuation or emoji alone. */
export function isAcknowledgement(text: string): boolean {
  if (text.length > LONGEST) return false;
  const words = wordsOf(text);
  for (const word of words) if (!isInPhrase(word)) return false;
  const known = `,${Object.values(PHRASES).join(",").replace(/,\s+/g, ",")},`;
  // reachable[i]: the first i words are a chain of known phrases.
  const reachable = [true];
  for (let end = 1; end <= words.length; end++)
    reachable.push(reachable.some((ok, start) => ok && known.includes(`,${words.slice(start, end).join(" ")},`)));
  return reachable[words.length] === true;
}

function isInPhrase(word: string): boolean {
  for (const phrases of Object.values(PHRASES)) if (phrases.includes(word)) return true;
  return false;
}

/** Without case (Turkish dotted İ included), numbers, apostrophes, punctuation and emoji. */
function wordsOf(text: string): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant; Unicode's tables cost a hook .3 ms
  if (/^[\x00-\x7f]*$/.test(text)) {
    const plain = text.toLowerCase().replaceAll("'", "");
    return (plain.match(/[a-z0-9]+/g) ?? []).filter((word) => !/^\d+$/.test(word)); // matching costs half of what splitting does
  }
  const folded = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/['’ʼ]|\u0307|\u200d|\ufe0e|\ufe0f/g, "");
  return folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "" && !/^\p{N}+$/u.test(word));
}
