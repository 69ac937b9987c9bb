import { buttonClasses } from '@app/ui/button-classes.ts'
import { Checklist, ChecklistStep } from '@app/ui/checklist.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { guidePaths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { countedSteps, FIRST_STEPS, type FirstStep, isBonus, STEP_WORDS } from './first-steps.ts'

type Variant = 'primary' | 'secondary'

/** What a page adds to a step. */
export type OwnPart = {
  actions?: (variant: Variant, isNext: boolean) => ReactNode
  below?: ReactNode
  keepsText?: boolean
}

type Props = {
  done: readonly FirstStep[]
  parts: Partial<Record<FirstStep, OwnPart>>
}

/** The steps with their state. The first open one stands out. */
export function FirstStepsList({ done, parts }: Props) {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()
  const next = FIRST_STEPS.find((step) => !done.includes(step))

  return (
    <Checklist>
      {FIRST_STEPS.map((step, at) => {
        const { actions, below, keepsText = false } = parts[step] ?? {}
        const variant = step === next ? 'primary' : 'secondary'

        return (
          <ChecklistStep
            key={step}
            mark={isBonus(step) ? '+' : at + 1}
            label={isBonus(step) ? t('firstSteps.bonus') : undefined}
            isDone={done.includes(step)}
            isNext={step === next}
            title={t(STEP_WORDS[step].title)}
            text={t(STEP_WORDS[step].text, { siteName })}
            keepsText={keepsText}
            doneText={t('firstSteps.done')}
            actions={
              <>
                <WayThere step={step} variant={variant} />
                {actions?.(variant, step === next)}
              </>
            }
          >
            {below}
          </ChecklistStep>
        )
      })}
    </Checklist>
  )
}

/** How many of the counted steps are done, in words. */
export function useStepsProgress(done: readonly FirstStep[]): string {
  const { t } = useTranslation()

  return t('firstSteps.progress', { done: countedSteps(done), all: countedSteps(FIRST_STEPS) })
}

/** Where a step is taken, if that is the same on every page. */
function WayThere({ step, variant }: { step: FirstStep; variant: Variant }) {
  const { t } = useTranslation()
  const { builderUrl } = usePublicConfig()
  const look = buttonClasses(variant, 'sm')

  if (step === 'push') {
    return (
      <a href={builderUrl} target="_blank" rel="noreferrer" className={look}>
        {t('firstSteps.openBuilder')}
      </a>
    )
  }
  if (step === 'back') {
    return (
      <Link to={`${guidePaths.gettingStarted}#import`} className={look}>
        {t('firstSteps.how')}
      </Link>
    )
  }

  return null
}
