import type { DeadLetterLine, JobsReply } from '@app/contract/admin-operations-replies'
import { Button } from '@app/ui/button.tsx'
import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { type Column, Table } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { discardJob, jobsQuery, retryJob } from '#api/admin/admin-operations.ts'
import { AdminList } from '#features/admin/admin-list.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { ListFilters } from '#features/admin/list-filters.tsx'
import { RowLink } from '#features/admin/row-link.tsx'
import { useListPage } from '#features/admin/use-list-page.ts'
import { ifSet, useListState } from '#features/admin/use-list-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import { Clamped, CodeBlock, useOperation } from './operation-parts.tsx'

export function JobsList() {
  const { t } = useTranslation()
  const list = useListState({ kind: 'text' }, 'jobs')
  const query = jobsQuery({ kind: ifSet(list.filters.kind), after: ifSet(list.after) })
  const { data: { kinds, waitingMails } = NONE } = useQuery(query)
  const options = [...new Set([...kinds.map(({ kind }) => kind), list.filters.kind])]

  return (
    <>
      {kinds.length > 0 && <Kinds kinds={kinds} />}
      {waitingMails > 0 && (
        <p className="text-sm">
          <Link
            to="?tab=mail&state=waiting"
            className="text-accent underline-offset-4 hover:underline"
          >
            {t('adminOperations.jobs.mails', { count: waitingMails })}
          </Link>
        </p>
      )}
      <h2 className="text-lg font-semibold">{t('adminOperations.jobs.failed')}</h2>
      <ListFilters
        list={list}
        fields={[
          {
            name: 'kind',
            label: t('adminOperations.jobs.kind'),
            options: [
              { value: '', label: t('admin.list.any') },
              ...options.filter(Boolean).map((kind) => ({ value: kind, label: kind })),
            ],
          },
        ]}
      />
      <AdminList
        caption={t('adminOperations.jobs.failed')}
        list={list}
        page={useListPage(query)}
        columns={columnsOf(t)}
        empty={{
          title: t('adminOperations.jobs.empty'),
          text: t('adminOperations.jobs.emptyText'),
        }}
        nameOf={({ kind }) => kind}
      >
        {(job, close) => <Opened job={job} onDone={close} />}
      </AdminList>
    </>
  )
}

const NONE: Pick<JobsReply, 'kinds' | 'waitingMails'> = { kinds: [], waitingMails: 0 }

type Kind = JobsReply['kinds'][number]

/** Currently running jobs, on all servers. */
function Kinds({ kinds }: { kinds: Kind[] }) {
  const { t, number } = useTranslation()
  const columns: Column<Kind>[] = [
    { id: 'kind', title: t('adminOperations.jobs.kind'), cell: ({ kind }) => kind },
    {
      id: 'waiting',
      title: t('adminOperations.jobs.waiting'),
      isNumber: true,
      cell: ({ waiting }) => number(waiting),
    },
    {
      id: 'running',
      title: t('adminOperations.jobs.running'),
      isNumber: true,
      cell: ({ running }) => number(running),
    },
    {
      id: 'failed',
      title: t('adminOperations.jobs.failedShort'),
      isNumber: true,
      cell: ({ failed }) => (
        <span className={failed > 0 ? 'font-semibold text-danger' : ''}>{number(failed)}</span>
      ),
    },
    {
      id: 'oldest',
      title: t('adminOperations.jobs.oldest'),
      isNumber: true,
      isSecondary: true,
      cell: ({ oldestAt }) => (oldestAt ? <TimeAgo at={oldestAt} isUtc /> : '–'),
    },
  ]

  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold">{t('adminOperations.jobs.now')}</h2>
      <div className="rounded-lg border border-line bg-surface">
        <Table
          caption={t('adminOperations.jobs.now')}
          columns={columns}
          rows={kinds}
          rowId={({ kind }) => kind}
        />
      </div>
    </section>
  )
}

function columnsOf(t: Translator['t']): Column<DeadLetterLine>[] {
  return [
    {
      id: 'kind',
      title: t('adminOperations.jobs.kind'),
      cell: ({ id, kind }) => <RowLink id={id}>{kind}</RowLink>,
    },
    {
      id: 'reason',
      title: t('adminOperations.jobs.reason'),
      cell: ({ reason }) => <Clamped text={reason} />,
    },
    {
      id: 'tries',
      title: t('adminOperations.tries'),
      isNumber: true,
      isSecondary: true,
      cell: ({ attempts }) => attempts,
    },
    {
      id: 'failed',
      title: t('adminOperations.jobs.failedAt'),
      isNumber: true,
      isSecondary: true,
      cell: ({ failedAt }) => <TimeAgo at={failedAt} isUtc />,
    },
  ]
}

function Opened({ job, onDone }: { job: DeadLetterLine; onDone: () => void }) {
  const { t } = useTranslation()
  const action = useOperation()
  const [isAsking, setAsking] = useState(false)
  const retry = () =>
    void action.run('retry', async () => {
      await retryJob({ kind: job.kind, id: job.id })
      onDone()
      return t('adminOperations.jobs.retried')
    })
  const discard = () =>
    void action.run('discard', async () => {
      await discardJob({ kind: job.kind, id: job.id })
      onDone()
      return t('adminOperations.jobs.discarded')
    })

  return (
    <>
      {action.failure}
      <Facts>
        <Fact name={t('adminOperations.tries')}>{job.attempts}</Fact>
        <Fact name={t('adminOperations.jobs.sentAt')}>
          <TimeAgo at={job.sentAt} isUtc />
        </Fact>
        <Fact name={t('adminOperations.jobs.failedAt')}>
          <TimeAgo at={job.failedAt} isUtc />
        </Fact>
      </Facts>
      <CodeBlock title={t('adminOperations.jobs.reason')} text={job.reason} />
      <CodeBlock title={t('adminOperations.jobs.payload')} text={job.payload} />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="sm"
          isBusy={action.running === 'retry'}
          disabled={action.running !== null}
          onClick={retry}
        >
          {t('adminOperations.jobs.retry')}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          isBusy={action.running === 'discard'}
          disabled={action.running !== null}
          onClick={() => setAsking(true)}
        >
          {t('adminOperations.jobs.discard')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('adminOperations.jobs.discardTitle', { kind: job.kind })}
        text={t('adminOperations.jobs.discardText')}
        cancelText={t('common.cancel')}
        confirmText={t('adminOperations.jobs.discard')}
        onConfirm={discard}
      />
    </>
  )
}
