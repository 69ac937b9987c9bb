import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { guidePaths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { FIRST_STEPS, isBonus, STEP_WORDS } from '#features/extension/first-steps.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Section } from './section.tsx'

/** Three steps, and one for restoring a project. */
export function Steps() {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <Section title={t('firstSteps.title')} lead={t('home.steps.lead')}>
      <ol className="grid gap-x-8 gap-y-5 md:grid-cols-2 lg:grid-cols-4">
        {FIRST_STEPS.map((step, at) => (
          <Step
            key={step}
            mark={isBonus(step) ? t('firstSteps.bonus') : `${at + 1}`}
            title={t(STEP_WORDS[step].title)}
            text={t(STEP_WORDS[step].text, { siteName })}
          >
            {step === 'connect' && (
              <Link to={guidePaths.token} className="text-accent underline underline-offset-4">
                {t('home.steps.tokenLink')}
              </Link>
            )}
          </Step>
        ))}
      </ol>
    </Section>
  )
}

type StepProps = { mark: string; title: string; text: string; children?: ReactNode }

function Step({ mark, title, text, children }: StepProps) {
  return (
    <li className="grid grid-cols-[3.5rem_1fr] border-t border-line-strong pt-4 md:block md:border-t-2">
      <p className="pt-0.5 text-sm font-medium text-ink-faint tabular">{mark}</p>
      <div>
        <h3 className="text-lg font-semibold md:mt-3">{title}</h3>
        <p className="mt-1 text-ink-soft">{text}</p>
        {children && <p className="mt-2 text-sm">{children}</p>}
      </div>
    </li>
  )
}
