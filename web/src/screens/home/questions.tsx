import { Accordion } from '@app/ui/accordion.tsx'
import { usePublicConfig } from '#config/public-config.tsx'
import { questionsAndAnswers } from '#features/site/questions-and-answers.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function Questions() {
  const { t } = useTranslation()
  const { siteName, supportEmail } = usePublicConfig()
  const entries = questionsAndAnswers(t, siteName).map(({ question, answer }) => ({
    title: question,
    content: <p>{answer}</p>,
  }))

  return (
    <section className="border-t border-line py-14 md:py-24">
      <div className="page-edge grid gap-8 lg:grid-cols-[1fr_1.6fr] lg:gap-16">
        <div className="lg:sticky lg:top-24 lg:self-start">
          <h2 className="text-title font-semibold">{t('home.questions.title')}</h2>
          <p className="mt-4 text-ink-soft">
            {t('home.questions.more')}{' '}
            <a href={`mailto:${supportEmail}`} className="text-accent underline underline-offset-4">
              {t('home.help.support.title')}
            </a>
          </p>
        </div>
        <Accordion name="questions" entries={entries} />
      </div>
    </section>
  )
}
