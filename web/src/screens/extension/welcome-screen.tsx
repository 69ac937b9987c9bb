import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { LockIcon } from '@app/ui/icons.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Link } from 'react-router'
import { announceGitHubConnection } from '#api/extension/extension.ts'
import { guidePaths, paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { ExtensionAnswer } from '#features/extension/extension-answer.tsx'
import { countedSteps, FIRST_STEPS } from '#features/extension/first-steps.ts'
import {
  FirstStepsList,
  type OwnPart,
  useStepsProgress,
} from '#features/extension/first-steps-list.tsx'
import { useOnboarding } from '#features/extension/use-onboarding.ts'
import { BuilderFrame } from '#features/product-frames/builder-frame.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

export function WelcomeScreen() {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <>
      <div className="contour-lines">
        <div className="page-edge pt-10 pb-8 md:pt-14">
          <h1 className="text-display font-semibold">{t('welcome.title', { siteName })}</h1>
          <p className="mt-4 max-w-prose text-lg text-ink-soft">{t('welcome.lead')}</p>
        </div>
      </div>
      <div className="page-edge grid items-start gap-x-12 gap-y-10 pb-14 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <Steps />
        <Beside />
      </div>
    </>
  )
}

function Steps() {
  const { t } = useTranslation()
  const { extension, done, failed, complete } = useOnboarding()
  const progress = useStepsProgress(done)
  const isThrough = countedSteps(done) === countedSteps(FIRST_STEPS)

  const marked = (step: 'connect' | 'push' | 'back'): OwnPart => ({
    actions: (variant) => (
      <>
        {step === 'connect' && (
          <Link
            to={paths.github}
            onClick={announceGitHubConnection}
            className={buttonClasses(variant, 'sm')}
          >
            {t('welcome.connectAction')}
          </Link>
        )}
        <MarkDone isHeard={extension !== null} onDone={() => complete(step)} />
      </>
    ),
    below: failed === step && (
      <div className="mt-3">
        <Notice tone="danger">{t('welcome.stepFailed')}</Notice>
      </div>
    ),
  })

  return (
    <section
      aria-labelledby="steps"
      className="rounded-lg border border-line bg-surface shadow-float"
    >
      <div className="px-5 pt-6 pb-2 sm:px-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 id="steps" className="text-lg font-semibold">
            {t('firstSteps.title')}
          </h2>
          <p role="status" className="text-sm text-ink-soft tabular">
            {progress}
          </p>
        </div>
        <FirstStepsList
          done={done}
          parts={{
            add: {
              keepsText: true,
              below: <ExtensionAnswer version={extension?.version ?? null} />,
            },
            connect: marked('connect'),
            push: marked('push'),
            back: marked('back'),
          }}
        />
      </div>
      {isThrough && (
        <div className="flex flex-wrap items-center justify-between gap-4 rounded-b-lg border-t border-line bg-accent-tint px-5 py-4 sm:px-6">
          <p className="font-medium">{t('welcome.allDone')}</p>
          <Link to={paths.dashboard} className={buttonClasses('primary', 'sm')}>
            {t('header.dashboard')}
          </Link>
        </div>
      )}
    </section>
  )
}

/** Reserves its space, so that nothing moves when the extension answers. Phones have no extension. */
function MarkDone({ isHeard, onDone }: { isHeard: boolean; onDone: () => void }) {
  const { t } = useTranslation()

  return (
    <Button
      variant="quiet"
      size="sm"
      disabled={!isHeard}
      onClick={onDone}
      className={isHeard ? '' : 'invisible max-sm:hidden'}
    >
      {t('welcome.markDone')}
    </Button>
  )
}

/** What to look for in the builder, and what the access is used for. */
function Beside() {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <aside className="grid gap-8">
      <section className="grid gap-3">
        <BuilderFrame
          button={t('welcome.button.label', { siteName })}
          alt={t('welcome.button.alt', { siteName })}
        />
        <h2 className="mt-1 font-semibold">{t('welcome.button.title')}</h2>
        <p className="-mt-2 text-sm text-ink-soft">{t('welcome.button.text')}</p>
      </section>
      <section className="grid grid-cols-[auto_1fr] gap-x-3 border-t border-line pt-6">
        <LockIcon className="mt-0.5 size-5 text-ink-faint" />
        <div className="grid gap-2 text-sm text-ink-soft">
          <h2 className="text-base font-semibold text-ink">{t('welcome.access.title')}</h2>
          <p>{t('welcome.access.token')}</p>
          <p>
            {t('welcome.access.app')}{' '}
            <Link
              to={guidePaths.githubApp}
              className="text-accent underline underline-offset-4 pointer-coarse:inline-block pointer-coarse:py-2"
            >
              {t('welcome.access.more')}
            </Link>
          </p>
        </div>
      </section>
    </aside>
  )
}
