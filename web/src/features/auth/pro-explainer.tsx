import { CheckIcon } from '@app/ui/icons.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

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
    <section className="self-start rounded-lg border border-line bg-surface/70 px-6 py-5 text-sm lg:border-none lg:bg-transparent lg:px-0 lg:py-8 lg:text-base">
      <h2 className="font-semibold lg:text-lg">{t('register.pro.title')}</h2>
      <p className="mt-1 text-ink-soft">{t('register.pro.lead')}</p>
      <ul className="mt-3 grid gap-2 lg:mt-5 lg:gap-3">
        {points.map((point) => (
          <li key={point} className="flex gap-2.5">
            <CheckIcon className="mt-0.5 size-4.5 flex-none text-accent lg:mt-1" />
            {point}
          </li>
        ))}
      </ul>
    </section>
  )
}
