import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { clearCallLog, type LoggedCall, useCallLog } from '#api/simulator/call-log.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Every call by the simulator. */
export function LogPanel() {
  const { t } = useTranslation()
  const calls = useCallLog()

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose flex-1 basis-48 text-sm text-ink-soft">
          {t('simulator.log.lead')}
        </p>
        <Button variant="secondary" size="sm" disabled={calls.length === 0} onClick={clearCallLog}>
          {t('simulator.log.clear')}
        </Button>
      </div>
      {calls.length === 0 ? (
        <EmptyState title={t('simulator.log.empty')} text={t('simulator.log.emptyText')} />
      ) : (
        <section
          aria-label={t('simulator.panels.log')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          className="max-h-150 overflow-y-auto rounded-md border border-line"
        >
          <ol className="divide-y divide-line">
            {calls.map((call) => (
              <Call key={call.id} call={call} />
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

function Call({ call }: { call: LoggedCall }) {
  const { t, date } = useTranslation()

  return (
    <li className="grid gap-1 px-4 py-2.5 text-xs">
      <p className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-mono break-all">
          <b className="font-semibold">{call.method}</b> {call.address}
        </span>
        <Outcome status={call.status} />
      </p>
      <p className="flex flex-wrap gap-x-4 text-ink-soft tabular">
        <time dateTime={new Date(call.at).toISOString()}>
          {date(new Date(call.at), { timeStyle: 'medium' })}
        </time>
        {call.durationMs !== null && <span>{t('simulator.log.ms', { ms: call.durationMs })}</span>}
        {call.token && <span>{t('simulator.log.token', { token: call.token })}</span>}
      </p>
    </li>
  )
}

function Outcome({ status }: Pick<LoggedCall, 'status'>) {
  const { t } = useTranslation()
  if (status === null) return <Badge>{t('simulator.log.running')}</Badge>
  if (status === 0) return <Badge tone="danger">{t('simulator.log.noAnswer')}</Badge>

  return <Badge tone={status < 400 ? 'positive' : 'danger'}>{String(status)}</Badge>
}
