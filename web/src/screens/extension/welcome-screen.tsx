import { buttonClasses } from '@app/ui/button-classes.ts'
import { Link } from 'react-router'
import { ONBOARDING_STEPS } from '#api/extension/extension.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { ExtensionPanel } from '#features/extension/extension-panel.tsx'
import { OnboardingSteps } from '#features/extension/onboarding-steps.tsx'
import { useOnboarding } from '#features/extension/use-onboarding.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function WelcomeScreen() {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()
  const { extension, done, failed, complete } = useOnboarding()
  const isThrough = done.length === ONBOARDING_STEPS.length

  return (
    <>
      <section className="contour-lines border-b border-line">
        <div className="page-edge py-12 md:py-16">
          <h1 className="text-display font-semibold">{t('welcome.title', { siteName })}</h1>
          <p className="mt-5 max-w-prose text-lg text-ink-soft">{t('welcome.lead')}</p>
        </div>
      </section>
      <div className="page-edge grid items-start gap-8 py-10 md:py-14 lg:grid-cols-[1fr_2fr] lg:gap-12">
        <ExtensionPanel version={extension?.version ?? null} />
        <section aria-labelledby="steps" className="grid gap-5">
          <div className="flex flex-wrap items-baseline justify-between gap-3">
            <h2 id="steps" className="text-title font-semibold">
              {t('welcome.steps.title')}
            </h2>
            <p role="status" className="text-sm text-ink-soft tabular">
              {t('welcome.progress', { done: done.length, all: ONBOARDING_STEPS.length })}
            </p>
          </div>
          <OnboardingSteps
            done={done}
            isHeard={extension !== null}
            failed={failed}
            onComplete={complete}
          />
          {isThrough && (
            <div className="flex flex-wrap items-center justify-between gap-4 rounded-lg bg-accent-tint p-6">
              <p className="font-medium">{t('welcome.allDone')}</p>
              <Link to={paths.dashboard} className={buttonClasses('primary')}>
                {t('header.dashboard')}
              </Link>
            </div>
          )}
        </section>
      </div>
    </>
  )
}
