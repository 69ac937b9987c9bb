import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { Checklist, ChecklistStep } from '@app/ui/checklist.tsx'
import { Notice } from '@app/ui/notice.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  announceGitHubConnection,
  ONBOARDING_STEPS,
  type OnboardingStep,
} from '#api/extension/extension.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

const WORDS: Record<OnboardingStep, { title: MessageKey; text: MessageKey }> = {
  authentication: { title: 'welcome.steps.connect', text: 'welcome.steps.connectText' },
  repository_setup: { title: 'welcome.steps.repository', text: 'welcome.steps.repositoryText' },
  first_upload: { title: 'welcome.steps.push', text: 'welcome.steps.pushText' },
  tutorial_complete: { title: 'welcome.steps.learn', text: 'welcome.steps.learnText' },
}

type Props = {
  done: OnboardingStep[]
  /** The extension is installed and records completed steps. */
  isHeard: boolean
  failed: OnboardingStep | null
  onComplete: (step: OnboardingStep) => void
}

/** Without the extension no step stands out: installing it comes first. */
export function OnboardingSteps({ done, isHeard, failed, onComplete }: Props) {
  const { t } = useTranslation()
  const next = isHeard ? ONBOARDING_STEPS.find((step) => !done.includes(step)) : undefined

  return (
    <Checklist>
      {ONBOARDING_STEPS.map((step, index) => (
        <ChecklistStep
          key={step}
          number={index + 1}
          isDone={done.includes(step)}
          isNext={step === next}
          title={t(WORDS[step].title)}
          text={t(WORDS[step].text)}
          doneText={t('welcome.done')}
          actions={
            <>
              {/* The first push happens where the repository was chosen. */}
              {(step !== 'first_upload' || step === next) && (
                <WayThere step={step} variant={step === next ? 'primary' : 'secondary'} />
              )}
              <MarkDone isHeard={isHeard} onDone={() => onComplete(step)} />
            </>
          }
        >
          {failed === step && (
            <div className="mt-3">
              <Notice tone="danger">{t('welcome.stepFailed')}</Notice>
            </div>
          )}
        </ChecklistStep>
      ))}
    </Checklist>
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

type WayProps = { step: OnboardingStep; variant: 'primary' | 'secondary' }

function WayThere({ step, variant }: WayProps): ReactNode {
  const { t } = useTranslation()
  const { links, builderUrl } = usePublicConfig()
  const look = buttonClasses(variant, 'sm')

  if (step === 'authentication') {
    return (
      <Link to={paths.github} onClick={announceGitHubConnection} className={look}>
        {t('welcome.steps.connectAction')}
      </Link>
    )
  }
  if (step === 'tutorial_complete') {
    return (
      <a href={links.video} className={look}>
        {t('welcome.steps.learnAction')}
      </a>
    )
  }

  return (
    <a href={builderUrl} target="_blank" rel="noreferrer" className={look}>
      {t('welcome.steps.builderAction')}
    </a>
  )
}
