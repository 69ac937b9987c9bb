import { PushDemo } from '#features/push-demo/push-demo.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { StoreActions } from './store-actions.tsx'

export function Hero() {
  const { t } = useTranslation()

  return (
    <section className="sea-chart">
      <div className="page-edge grid items-center gap-12 py-14 md:py-20 lg:grid-cols-[1.08fr_1fr] lg:gap-16 lg:py-24">
        <div>
          <h1 className="text-display font-semibold">{t('home.headline')}</h1>
          <p className="mt-6 max-w-prose text-lg text-ink-soft">{t('home.lead')}</p>
          <div className="mt-8">
            <StoreActions />
          </div>
        </div>
        <PushDemo />
      </div>
    </section>
  )
}
