import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { CheckIcon } from '@app/ui/icons.tsx'
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
  /** The extension is there to take note of what is done. */
  isHeard: boolean
  failed: OnboardingStep | null
  onComplete: (step: OnboardingStep) => void
}

export function OnboardingSteps({ done, isHeard, failed, onComplete }: Props) {
  const { t } = useTranslation()

  return (
    <ol className="grid gap-4">
      {ONBOARDING_STEPS.map((step, index) => (
        <li key={step} className="flex gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6">
          <Sign number={index + 1} isDone={done.includes(step)} />
          <div className="min-w-0 flex-1">
            <h3 className="font-semibold">{t(WORDS[step].title)}</h3>
            <p className="mt-1 max-w-prose text-sm text-ink-soft">{t(WORDS[step].text)}</p>
            <div className="mt-4 flex flex-wrap items-center gap-3">
              <WayThere step={step} />
              <Mark
                isDone={done.includes(step)}
                isHeard={isHeard}
                onDone={() => onComplete(step)}
              />
            </div>
            {failed === step && (
              <div className="mt-4">
                <Notice tone="danger">{t('welcome.stepFailed')}</Notice>
              </div>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Sign({ number, isDone }: { number: number; isDone: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-8 flex-none place-items-center rounded-full border text-sm font-semibold ${isDone ? 'border-positive/40 bg-positive-tint text-positive' : 'border-line-strong text-ink-soft'}`}
    >
      {isDone ? <CheckIcon className="size-4.5" /> : number}
    </span>
  )
}

/** Keeps its place from the start, so that nothing moves when the extension answers. Phones have no extension. */
function Mark(props: { isDone: boolean; isHeard: boolean; onDone: () => void }) {
  const { t } = useTranslation()

  if (props.isDone) {
    return (
      <span className="flex min-h-10 items-center pointer-coarse:min-h-11">
        <Badge tone="positive">{t('welcome.done')}</Badge>
      </span>
    )
  }

  return (
    <Button
      variant="quiet"
      size="sm"
      disabled={!props.isHeard}
      onClick={props.onDone}
      className={props.isHeard ? '' : 'invisible max-sm:hidden'}
    >
      {t('welcome.markDone')}
    </Button>
  )
}

function WayThere({ step }: { step: OnboardingStep }): ReactNode {
  const { t } = useTranslation()
  const { links, builderUrl } = usePublicConfig()
  const look = buttonClasses('secondary', 'sm')

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
