import { Button } from '@app/ui/button.tsx'
import { CheckIcon } from '@app/ui/icons.tsx'
import { type ReactNode, useState } from 'react'
import { config } from '#config/config.ts'
import { ask } from './ask.ts'
import { suspensionText } from './suspension-text.ts'
import { TokenForm } from './token-form.tsx'
import { useWords } from './use-words.ts'
import type { WayIn } from './way-in.ts'

const STEPS = ['connect', 'choose', 'push'] as const

type StepName = (typeof STEPS)[number]

type Props = {
  /** Null: all steps are done, and only the last one is shown. */
  current: StepName | null
  children: ReactNode
}

/** The steps to the first push; only the next one is open. Its content stays as it moves on. */
export function FirstRun({ current, children }: Props) {
  const { t } = useWords()
  const at = current === null ? -1 : STEPS.indexOf(current)
  const steps = current === null ? [] : STEPS.map((name, i) => stepAt(name, i))

  return (
    <section
      aria-label={current === null ? undefined : t('extension.firstRun.label')}
      className="grid gap-5"
    >
      {steps.slice(0, at + 1)}
      <div key="content">{children}</div>
      {steps.slice(at + 1)}
    </section>
  )

  function stepAt(name: StepName, i: number) {
    return (
      <div
        key={name}
        aria-current={i === at ? 'step' : undefined}
        className="flex items-center gap-3"
      >
        <StepSign number={i + 1} state={i < at ? 'done' : i === at ? 'current' : 'later'} />
        <h2 className={i === at ? 'font-semibold' : 'text-ink-soft'}>
          {t(`extension.firstRun.${name}`)}{' '}
          {i < at && <span className="sr-only">{t('extension.firstRun.done')}</span>}
        </h2>
      </div>
    )
  }
}

type SignProps = { number: number; state: 'done' | 'current' | 'later' }

const SIGNS = {
  done: 'border-positive/40 bg-positive-tint text-positive',
  current: 'border-accent bg-accent text-on-accent',
  later: 'border-line-strong text-ink-soft',
}

function StepSign({ number, state }: SignProps) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-7 flex-none place-items-center rounded-full border text-sm font-medium ${SIGNS[state]}`}
    >
      {state === 'done' ? <CheckIcon className="size-4" /> : number}
    </span>
  )
}

/** What a push still needs, with the button that provides it. */
export function ConnectStep({ way, project }: { way: WayIn; project: string | null }) {
  const { t } = useWords()
  const [isToken, setToken] = useState(false)
  const mayCheck = ['connect', 'install', 'suspended', 'unknown'].includes(way.kind)

  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-soft">{textOf()}</p>
      <div className="flex flex-wrap gap-3">
        <Main way={way} variant={isToken ? 'secondary' : 'primary'} />
        <Button variant="secondary" onClick={() => setToken(!isToken)} aria-expanded={isToken}>
          {t('extension.useToken')}
        </Button>
        {mayCheck && (
          <Button variant="quiet" onClick={() => void ask('checkAgain')}>
            {t('extension.firstRun.checkAgain')}
          </Button>
        )}
      </div>
      {isToken && <TokenForm project={project} />}
    </div>
  )

  function textOf(): string {
    const { siteName } = config
    switch (way.kind) {
      case 'signIn':
        return t('extension.firstRun.text')
      case 'secondFactor':
        return t('extension.secondFactor')
      case 'ended':
        return t('extension.sessionEnded')
      case 'connect':
        return t('extension.firstRun.connectText', { email: way.email, siteName })
      case 'install':
        return t('extension.firstRun.installText')
      case 'suspended':
        return suspensionText(t, way.suspension)
      case 'unknown':
        return t('extension.firstRun.unknownText', { siteName })
    }
  }
}

type MainProps = { way: WayIn; variant: 'primary' | 'secondary' }

function Main({ way, variant }: MainProps) {
  const { t } = useWords()
  const settings = `${config.siteUrl}/settings?tab=github`
  switch (way.kind) {
    case 'signIn':
    case 'secondFactor':
      return (
        <Button variant={variant} onClick={() => void ask('signIn')}>
          {t('extension.signIn')}
        </Button>
      )
    case 'ended':
      return (
        <Button variant={variant} onClick={() => void ask('signIn')}>
          {t('extension.signInAgain')}
        </Button>
      )
    case 'connect':
      return (
        <Button variant={variant} onClick={() => open(settings)}>
          {t('extension.firstRun.connect')}
        </Button>
      )
    case 'install':
      return (
        <Button variant={variant} onClick={() => open(way.installUrl ?? settings)}>
          {t('extension.firstRun.install')}
        </Button>
      )
    case 'suspended': {
      const { by, url } = way.suspension
      // Only GitHub can lift a suspension.
      return by && url ? (
        <Button variant={variant} onClick={() => open(url)}>
          {t('extension.suspended.open')}
        </Button>
      ) : null
    }
    case 'unknown':
      return null
  }
}
