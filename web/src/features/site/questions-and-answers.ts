import type { Translator } from '#i18n/messages.ts'

/** The nine questions of the landing page, for readers and search engines. */
export function questionsAndAnswers(t: Translator['t'], siteName: string) {
  return [
    { question: t('home.questions.what.q', { siteName }), answer: t('home.questions.what.a') },
    { question: t('home.questions.cost.q'), answer: t('home.questions.cost.a') },
    { question: t('home.questions.browsers.q'), answer: t('home.questions.browsers.a') },
    { question: t('home.questions.why.q'), answer: t('home.questions.why.a') },
    { question: t('home.questions.where.q'), answer: t('home.questions.where.a') },
    { question: t('home.questions.setup.q'), answer: t('home.questions.setup.a') },
    { question: t('home.questions.reach.q'), answer: t('home.questions.reach.a') },
    {
      question: t('home.questions.private.q'),
      answer: t('home.questions.private.a', { siteName }),
    },
    { question: t('home.questions.after.q'), answer: t('home.questions.after.a') },
  ]
}
