import { CheckIcon } from '@app/ui/icons.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** The benefits of an account, because the extension works without one. Then what Pro needs it for. */
export function AccountBenefits() {
  const { t } = useTranslation()

  return (
    <div className="grid content-start gap-6 self-start lg:py-2">
      <section>
        <h2 className="text-lg font-semibold">{t('register.gains.title')}</h2>
        <p className="mt-1 text-ink-soft">{t('register.gains.lead')}</p>
        <dl className="mt-4 grid gap-4">
          <Benefit title={t('register.gains.projects')} text={t('register.gains.projectsText')} />
          <Benefit title={t('register.gains.pushes')} text={t('register.gains.pushesText')} />
          <Benefit title={t('register.gains.history')} text={t('register.gains.historyText')} />
        </dl>
      </section>
      <ProExplainer />
    </div>
  )
}

function Benefit({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <CheckIcon className="row-span-2 mt-0.5 size-5 text-accent" />
      <dt className="font-medium">{title}</dt>
      <dd className="text-sm text-ink-soft">{text}</dd>
    </div>
  )
}

/** Specification, section 2: the register page's explainer. */
function ProExplainer() {
  const { t } = useTranslation()
  const points = [
    t('register.pro.upgrade'),
    t('register.pro.manage'),
    t('register.pro.features'),
    t('register.pro.usage'),
  ]

  return (
    <section className="rounded-lg border border-line bg-surface p-5">
      <h2 className="font-semibold">{t('register.pro.title')}</h2>
      <p className="text-sm text-ink-soft">{t('register.pro.lead')}</p>
      <ul className="mt-3 grid list-disc gap-x-6 gap-y-1.5 pl-5 text-sm marker:text-ink-faint sm:grid-cols-2">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}
