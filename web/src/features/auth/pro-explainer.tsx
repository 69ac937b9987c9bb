import { useTranslation } from '#i18n/language-provider.tsx'
import { CheckIcon } from '#ui/icons.tsx'

/** What an account is good for, since the extension itself needs none. */
export function ProExplainer() {
  const { t } = useTranslation()
  const points = [
    t('register.pro.upgrade'),
    t('register.pro.manage'),
    t('register.pro.features'),
    t('register.pro.usage'),
  ]

  return (
    <section className="rounded-lg border border-line bg-surface/70 px-6 py-5 text-sm">
      <h2 className="font-semibold">{t('register.pro.title')}</h2>
      <p className="mt-1 text-ink-soft">{t('register.pro.lead')}</p>
      <ul className="mt-3 grid gap-2">
        {points.map((point) => (
          <li key={point} className="flex gap-2.5">
            <CheckIcon className="mt-0.5 size-4.5 flex-none text-accent" />
            {point}
          </li>
        ))}
      </ul>
    </section>
  )
}
