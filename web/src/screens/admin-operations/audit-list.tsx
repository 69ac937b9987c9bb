import { auditSources } from '@app/contract/admin-operations'
import type { AuditLogLine } from '@app/contract/admin-operations-replies'
import { Badge } from '@app/ui/badge.tsx'
import type { Column } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { Link } from 'react-router'
import { fetchAdminFile } from '#api/admin/admin-call.ts'
import { auditQuery } from '#api/admin/admin-operations.ts'
import { AdminList } from '#features/admin/admin-list.tsx'
import { CsvButton } from '#features/admin/csv-button.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { ListFilters } from '#features/admin/list-filters.tsx'
import { RowLink } from '#features/admin/row-link.tsx'
import { signInWords } from '#features/admin/sign-in-words.ts'
import { useListPage } from '#features/admin/use-list-page.ts'
import { ifSet, useListState } from '#features/admin/use-list-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey, Translator } from '#i18n/messages.ts'
import { CodeBlock } from './operation-parts.tsx'

type Source = (typeof auditSources)[number]

const SOURCE_WORDS: Record<Source, MessageKey> = {
  actions: 'adminOperations.audit.actions',
  sign_ins: 'adminOperations.audit.signIns',
}

const CHOICES = {
  source: auditSources,
  actor: 'text',
  action: 'text',
  subject: 'text',
  day: 'text',
} as const

export function AuditList() {
  const { t } = useTranslation()
  const list = useListState(CHOICES, 'audit')
  const { source, actor, action, subject, day } = list.filters
  const isSignIns = source === 'sign_ins'
  const person = t('adminOperations.audit.personHint')
  const filter = {
    source: isSignIns ? ('sign_ins' as const) : undefined,
    actor: ifSet(actor),
    name: ifSet(action),
    subject: isSignIns ? undefined : ifSet(subject),
    day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined,
  }

  return (
    <>
      <ListFilters
        list={list}
        fields={[
          {
            name: 'source',
            label: t('adminOperations.audit.source'),
            options: auditSources.map((value) => ({ value, label: t(SOURCE_WORDS[value]) })),
          },
          { name: 'actor', label: t('adminOperations.audit.actor'), placeholder: person },
          { name: 'action', label: t('adminOperations.audit.action'), placeholder: 'user_banned' },
          ...(isSignIns
            ? []
            : [
                {
                  name: 'subject' as const,
                  label: t('adminOperations.audit.subject'),
                  placeholder: person,
                },
              ]),
          { name: 'day', label: t('adminOperations.audit.day'), isDay: true },
        ]}
      />
      <CsvButton
        name="audit"
        load={() => fetchAdminFile('admin-sync', { action: 'audit_export', ...filter })}
      />
      <AdminList
        caption={t('adminOperations.tabs.audit')}
        list={list}
        page={useListPage(auditQuery({ ...filter, after: ifSet(list.after) }))}
        columns={columnsOf(t, isSignIns)}
        empty={{
          title: t('adminOperations.audit.empty'),
          text: t('adminOperations.audit.emptyText'),
        }}
        nameOf={({ name }) => (isSignIns ? signInWords(t, name) : name)}
      >
        {(line) => <Opened line={line} list={list} />}
      </AdminList>
    </>
  )
}

function columnsOf(t: Translator['t'], isSignIns: boolean): Column<AuditLogLine>[] {
  const columns: Column<AuditLogLine>[] = [
    {
      id: 'action',
      title: t('adminOperations.audit.action'),
      cell: ({ id, name, details }) => (
        <>
          <RowLink id={id}>{isSignIns ? signInWords(t, name) : name}</RowLink>
          {typeof details.refused === 'string' && (
            <span className="ml-2">
              <Badge tone="notice">{t('adminOperations.audit.refused')}</Badge>
            </span>
          )}
        </>
      ),
    },
    {
      id: 'actor',
      title: t('adminOperations.audit.actor'),
      cell: (line) => <span className="break-all">{actorOf(line) ?? '–'}</span>,
    },
    {
      id: 'subject',
      title: t('adminOperations.audit.subject'),
      isSecondary: true,
      cell: (line) => <span className="break-all">{subjectOf(line) ?? '–'}</span>,
    },
    {
      id: 'network',
      title: t('adminOperations.audit.network'),
      isSecondary: true,
      cell: ({ network }) => network ?? '–',
    },
    {
      id: 'at',
      title: t('adminOperations.audit.at'),
      isNumber: true,
      isSecondary: true,
      cell: ({ at }) => <TimeAgo at={at} isUtc />,
    },
  ]

  return isSignIns ? columns.filter(({ id }) => id !== 'subject') : columns
}

type State = ReturnType<typeof useListState<typeof CHOICES>>

/** Each value links to all lines that share it. */
function Opened({ line, list }: { line: AuditLogLine; list: State }) {
  const { t } = useTranslation()
  const { filters, to } = list
  const only = (text: string | null, change: Partial<typeof filters>) =>
    text && (
      <Link
        to={to({ filters: change })}
        className="break-all text-accent underline-offset-4 hover:underline"
        title={t('adminOperations.audit.only')}
      >
        {text}
      </Link>
    )

  return (
    <>
      <Facts>
        <Fact name={t('adminOperations.audit.action')}>
          {only(line.name, { action: line.name })}
        </Fact>
        <Fact name={t('adminOperations.audit.actor')}>
          {only(actorOf(line), { actor: line.actorId ?? '' })}
        </Fact>
        <Fact name={t('adminOperations.audit.subject')}>
          {only(subjectOf(line), { subject: line.subjectId ?? '' })}
        </Fact>
        <Fact name={t('adminOperations.audit.at')}>
          {only(line.at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'), {
            day: line.at.slice(0, 10),
          })}
        </Fact>
        <Fact name={t('adminOperations.audit.network')}>{line.network}</Fact>
      </Facts>
      {Object.keys(line.details).length > 0 && (
        <CodeBlock
          title={t('adminOperations.audit.details')}
          text={JSON.stringify(line.details, null, 2)}
        />
      )}
    </>
  )
}

const actorOf = ({ actor, actorId }: AuditLogLine) => actor ?? actorId

const subjectOf = ({ subject, subjectType, subjectId }: AuditLogLine) =>
  subject ?? ([subjectType, subjectId].filter(Boolean).join(' ') || null)
