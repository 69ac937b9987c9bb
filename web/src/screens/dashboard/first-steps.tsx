import { buttonClasses } from '@app/ui/button-classes.ts'
import { Card } from '@app/ui/card.tsx'
import { Checklist, ChecklistStep } from '@app/ui/checklist.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { extensionQuery } from '#api/extension/extension-query.ts'
import { integrationQuery } from '#api/github/integration.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { extensionLine } from '#features/extension/extension-line.ts'
import { ConnectButton, InstallButton } from '#features/github-connection/connect-button.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** What is done elsewhere, in the extension or on GitHub, shows when the member comes back to this tab. */
const TICKS_ITSELF = { refetchOnWindowFocus: 'always' } as const

/** The one path for members without a project. Each step ticks itself; the first open one stands out. */
export function FirstSteps() {
  const translation = useTranslation()
  const { t } = translation
  const { links } = usePublicConfig()
  const extension = useQuery(extensionQuery)
  const { data: integration } = useQuery({ ...integrationQuery, ...TICKS_ITSELF })
  const steps: Step[] = [
    {
      isDone: Boolean(extension.data),
      title: t('dashboard.firstSteps.extension'),
      text: t('dashboard.firstSteps.extensionText'),
      result: extensionLine(translation, extension),
      action: (variant) => (
        <a href={links.store} className={buttonClasses(variant, 'sm')}>
          {t('common.addToChrome')}
        </a>
      ),
    },
    {
      isDone: Boolean(integration?.access_token),
      title: t('dashboard.firstSteps.connect'),
      text: t('dashboard.firstSteps.connectText'),
      action: (variant) => <ConnectButton size="sm" variant={variant} />,
    },
    {
      isDone: Boolean(integration?.installation_id),
      title: t('dashboard.firstSteps.install'),
      text: t('dashboard.firstSteps.installText'),
      action: (variant) =>
        integration?.access_token ? (
          <InstallButton size="sm" variant={variant} />
        ) : (
          <p className="pt-1 text-sm text-ink-soft">{t('dashboard.firstSteps.installAfter')}</p>
        ),
    },
    {
      isDone: false,
      title: t('dashboard.firstSteps.push'),
      text: t('dashboard.firstSteps.pushText'),
      action: (variant) => (
        <a href={links.docs} className={buttonClasses(variant, 'sm')}>
          {t('dashboard.firstSteps.pushHow')}
        </a>
      ),
    },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.findIndex(({ isDone }) => !isDone)

  return (
    <Card
      title={t('dashboard.firstSteps.title')}
      lead={t('dashboard.firstSteps.progress', { done, count: steps.length })}
    >
      <Checklist>
        {steps.map(({ isDone, title, text, result, action }, at) => (
          <ChecklistStep
            key={title}
            number={at + 1}
            isDone={isDone}
            isNext={at === next}
            title={title}
            text={text}
            doneText={t('dashboard.firstSteps.done')}
            actions={action(at === next ? 'primary' : 'secondary')}
          >
            {isDone && result && <p className="mt-0.5 text-sm text-ink-soft">{result}</p>}
          </ChecklistStep>
        ))}
      </Checklist>
    </Card>
  )
}

type Step = {
  isDone: boolean
  title: string
  text: string
  /** Shown instead of the text when the step is done. */
  result?: string
  action: (variant: 'primary' | 'secondary') => ReactNode
}
