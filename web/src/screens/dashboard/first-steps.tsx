import { buttonClasses } from '@app/ui/button-classes.ts'
import { Card } from '@app/ui/card.tsx'
import { CheckIcon } from '@app/ui/icons.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { extensionQuery } from '#api/extension/extension-query.ts'
import { integrationQuery } from '#api/github/integration.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { ConnectButton, InstallButton } from '#features/github-connection/connect-button.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** What is done elsewhere, in the extension or on GitHub, shows when the member comes back to this tab. */
const TICKS_ITSELF = { refetchOnWindowFocus: 'always' } as const

/** The one path for members without a project. Each step ticks itself; the first open one stands out. */
export function FirstSteps() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()
  const extension = useQuery({ ...extensionQuery, ...TICKS_ITSELF })
  const { data: integration } = useQuery({ ...integrationQuery, ...TICKS_ITSELF })
  const steps: Omit<StepProps, 'number' | 'isNext'>[] = [
    {
      isDone: Boolean(extension.data),
      title: t('dashboard.firstSteps.extension'),
      text: t('dashboard.firstSteps.extensionText'),
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
        integration?.access_token && <InstallButton size="sm" variant={variant} />,
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
      <ol className="grid divide-y divide-line">
        {steps.map((step, at) => (
          <Step key={step.title} {...step} number={at + 1} isNext={at === next} />
        ))}
      </ol>
    </Card>
  )
}

type StepProps = {
  number: number
  isDone: boolean
  isNext: boolean
  title: string
  text: string
  action: (variant: 'primary' | 'secondary') => ReactNode
}

function Step({ number, isDone, isNext, title, text, action }: StepProps) {
  const { t } = useTranslation()

  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
      <span
        className={`grid size-8 flex-none place-items-center rounded-full text-sm font-semibold ${isDone ? 'bg-positive-tint text-positive' : isNext ? 'bg-accent text-on-accent' : 'bg-sunken text-ink-soft'}`}
      >
        {isDone ? <CheckIcon className="size-4" /> : number}
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <p className={`font-medium ${isDone ? 'text-ink-soft' : ''}`}>
          {title}
          {isDone && <span className="sr-only">{` (${t('dashboard.firstSteps.done')})`}</span>}
        </p>
        {!isDone && <p className="text-sm text-ink-soft">{text}</p>}
      </div>
      {!isDone && (
        <div className="max-sm:basis-full max-sm:pl-12">
          {action(isNext ? 'primary' : 'secondary')}
        </div>
      )}
    </li>
  )
}
