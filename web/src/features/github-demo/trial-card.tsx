import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { Notice } from '@app/ui/notice.tsx'
import type { UseMutationResult } from '@tanstack/react-query'
import { maskText } from '#api/errors/mask-secrets.ts'
import { githubMessage } from '#api/github/github-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { TrialResult } from './run-trial.ts'
import { headersOf, type Trial, type TrialRequest } from './trials.ts'

type Props = { trial: Trial; running: UseMutationResult<TrialResult, Error, void> }

export function TrialCard({ trial, running }: Props) {
  const { t } = useTranslation()

  return (
    <Card
      title={t(trial.title)}
      action={
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('githubDemo.runNamed', { name: t(trial.title) })}
          onClick={() => running.mutate()}
          isBusy={running.isPending}
        >
          {t('githubDemo.run')}
        </Button>
      }
    >
      {running.isIdle && <p className="text-sm text-ink-soft">{t('githubDemo.idle')}</p>}
      {running.isPending && <p className="text-sm text-ink-soft">{t('common.loading')}</p>}
      {running.isError && <Notice tone="danger">{githubMessage(t, running.error)}</Notice>}
      {running.isSuccess && <Result result={running.data} />}
    </Card>
  )
}

function Result({ result }: { result: TrialResult }) {
  const { t, number } = useTranslation()
  const { status, statusText, isGood, durationMs, answer, request } = result

  return (
    <div className="grid min-w-0 gap-3">
      <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft tabular">
        <Badge tone={isGood ? 'positive' : 'danger'}>{`${status} ${statusText}`.trim()}</Badge>
        <span>{t('githubDemo.took', { time: number(Math.round(durationMs)) })}</span>
      </p>
      <Shown label={t('githubDemo.request')} text={spelled(request)} />
      <Shown label={t('githubDemo.answer')} text={answer} />
    </div>
  )
}

const SCROLLING = 'max-h-72 overflow-auto rounded-md bg-sunken'

function Shown({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className={SCROLLING}>
      <pre className="p-4 font-mono text-xs whitespace-pre-wrap break-all">{text}</pre>
    </section>
  )
}

function spelled(request: TrialRequest): string {
  const headers = Object.entries(headersOf(request)).map(([name, value]) =>
    name === 'authorization'
      ? `${name}: Bearer ${maskText(request.token ?? '')}`
      : `${name}: ${value}`,
  )

  return [`GET ${request.url}`, ...headers].join('\n')
}
