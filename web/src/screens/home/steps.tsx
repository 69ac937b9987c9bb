import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { guidePaths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { FIRST_STEPS, isBonus, STEP_WORDS } from '#features/extension/first-steps.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { LINK_LOOK } from './link-look.ts'
import { Section } from './section.tsx'

/** Three steps, and one for restoring a project. */
export function Steps() {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <Section title={t('firstSteps.title')} lead={t('home.steps.lead')}>
      <ol className="grid gap-x-8 gap-y-3 md:gap-y-5 md:grid-cols-2 lg:grid-cols-4">
        {FIRST_STEPS.map((step, at) => (
          <Step
            key={step}
            mark={isBonus(step) ? '+' : `${at + 1}`}
            label={isBonus(step) && t('firstSteps.bonus')}
            title={t(STEP_WORDS[step].title)}
            text={t(STEP_WORDS[step].text, { siteName })}
          >
            {step === 'connect' && (
              <Link to={guidePaths.token} className={LINK_LOOK}>
                {t('home.steps.tokenLink')}
              </Link>
            )}
          </Step>
        ))}
      </ol>
    </Section>
  )
}

type StepProps = {
  mark: string
  label?: string | false
  title: string
  text: string
  children?: ReactNode
}

function Step({ mark, label, title, text, children }: StepProps) {
  return (
    <li className="grid grid-cols-[1.75rem_1fr] border-t border-line-strong pt-3 md:block md:border-t-2 md:pt-4">
      <p aria-hidden="true" className="font-medium text-ink-faint tabular md:text-sm">
        {mark}
      </p>
      <div>
        <h3 className="font-semibold md:mt-3 md:text-lg">
          {title}
          {label && <span className="font-normal text-ink-faint">{` · ${label}`}</span>}
        </h3>
        <p className="mt-0.5 text-sm text-ink-soft md:mt-1 md:text-base">{text}</p>
        {children && <p className="text-sm md:mt-2">{children}</p>}
      </div>
    </li>
  )
}
