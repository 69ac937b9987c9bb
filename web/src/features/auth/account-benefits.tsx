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
        <ul className="mt-4 grid gap-3">
          <Benefit>{t('register.gains.projects')}</Benefit>
          <Benefit>{t('register.gains.pushes')}</Benefit>
          <Benefit>{t('register.gains.history')}</Benefit>
        </ul>
      </section>
      <ProExplainer />
    </div>
  )
}

function Benefit({ children }: { children: string }) {
  return (
    <li className="flex items-start gap-3 font-medium">
      <CheckIcon className="mt-0.5 size-5 flex-none text-accent" />
      {children}
    </li>
  )
}

/** Specification, section 2: the register page's explainer. Small, because the account is free. */
function ProExplainer() {
  const { t } = useTranslation()
  const points = [
    t('register.pro.upgrade'),
    t('register.pro.manage'),
    t('register.pro.features'),
    t('register.pro.usage'),
  ]

  return (
    <section className="border-t border-line pt-5 text-sm text-ink-soft">
      <h2 className="font-medium">{t('register.pro.title')}</h2>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}
