import { Accordion } from '@app/ui/accordion.tsx'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

export function PricingQuestions() {
  const { t } = useTranslation()
  const { supportEmail } = usePublicConfig()

  return (
    <section aria-labelledby="questions" className="grid gap-6 lg:grid-cols-[1fr_2fr] lg:gap-16">
      <h2 id="questions" className="text-title font-semibold">
        {t('pricing.questions.title')}
      </h2>
      <Accordion
        name="pricing-questions"
        entries={[
          { title: t('pricing.questions.free'), content: t('pricing.questions.freeAnswer') },
          { title: t('pricing.questions.account'), content: t('pricing.questions.accountAnswer') },
          { title: t('pricing.questions.payment'), content: t('pricing.questions.paymentAnswer') },
          { title: t('pricing.questions.cancel'), content: t('pricing.questions.cancelAnswer') },
          { title: t('pricing.questions.after'), content: t('pricing.questions.afterAnswer') },
          {
            title: t('pricing.questions.interval'),
            content: t('pricing.questions.intervalAnswer'),
          },
          {
            title: t('pricing.questions.refund'),
            content: t('pricing.questions.refundAnswer', { email: supportEmail }),
          },
        ]}
      />
    </section>
  )
}
