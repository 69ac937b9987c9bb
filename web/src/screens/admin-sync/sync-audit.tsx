import { auditSources } from '@app/contract/admin-sync'
import type { AuditLogLine } from '@app/contract/admin-sync-replies'
import { Badge } from '@app/ui/badge.tsx'
import { Select } from '@app/ui/select.tsx'
import type { Column } from '@app/ui/table.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { Link } from 'react-router'
import { fetchAdminFile } from '#api/admin-call.ts'
import { auditQuery } from '#api/admin-sync.ts'
import { CsvButton } from '#features/admin/csv-button.tsx'
import { signInWords } from '#features/admin/sign-in-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { FilterField } from './filter-field.tsx'
import { SyncList } from './sync-list.tsx'
import { CodeBlock, Fact, Facts, RowLink } from './sync-parts.tsx'
import { given, useSyncList } from './use-sync-list.ts'

type Source = (typeof auditSources)[number]

const SOURCE_WORDS: Record<Source, MessageKey> = {
  actions: 'adminSync.audit.actions',
  sign_ins: 'adminSync.audit.signIns',
}

const NAMES = ['source', 'actor', 'action', 'subject', 'day'] as const

export function SyncAudit() {
  const { t } = useTranslation()
  const list = useSyncList('audit', NAMES)
  const { source, actor, action, subject, day } = list.filters
  const isSignIns = source === 'sign_ins'
  const filter = {
    source: isSignIns ? ('sign_ins' as const) : undefined,
    actor: given(actor),
    name: given(action),
    subject: isSignIns ? undefined : given(subject),
    day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined,
  }

  return (
    <>
      <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-2 xl:grid-cols-5">
        <Select
          label={t('adminSync.audit.source')}
          value={isSignIns ? 'sign_ins' : 'actions'}
          options={auditSources.map((value) => ({ value, label: t(SOURCE_WORDS[value]) }))}
          onChange={(value) => list.filter({ source: value === 'actions' ? '' : value })}
        />
        <FilterField
          label={t('adminSync.audit.actor')}
          placeholder={t('adminSync.audit.personHint')}
          value={actor}
          onChange={(value) => list.filter({ actor: value })}
        />
        <FilterField
          label={t('adminSync.audit.action')}
          placeholder="user_banned"
          value={action}
          onChange={(value) => list.filter({ action: value })}
        />
        {!isSignIns && (
          <FilterField
            label={t('adminSync.audit.subject')}
            placeholder={t('adminSync.audit.personHint')}
            value={subject}
            onChange={(value) => list.filter({ subject: value })}
          />
        )}
        <TextField
          type="date"
          label={t('adminSync.audit.day')}
          value={day}
          onChange={({ target }) => list.filter({ day: target.value })}
        />
      </div>
      <CsvButton
        name="audit"
        load={() => fetchAdminFile('admin-sync', { action: 'audit_export', ...filter })}
      />
      <SyncList
        caption={t('adminSync.tabs.audit')}
        list={list}
        query={auditQuery({ ...filter, after: given(list.after) })}
        columns={useColumns((id) => list.to({ open: id }), isSignIns)}
        empty={{ title: t('adminSync.audit.empty'), text: t('adminSync.audit.emptyText') }}
        titleOf={({ name }) => (isSignIns ? signInWords(t, name) : name)}
      >
        {(line) => <Opened line={line} list={list} />}
      </SyncList>
    </>
  )
}

function useColumns(addressOf: (id: string) => string, isSignIns: boolean): Column<AuditLogLine>[] {
  const { t } = useTranslation()
  const columns: Column<AuditLogLine>[] = [
    {
      id: 'action',
      title: t('adminSync.audit.action'),
      cell: ({ id, name, details }) => (
        <>
          <RowLink id={id} to={addressOf(id)}>
            {isSignIns ? signInWords(t, name) : name}
          </RowLink>
          {typeof details.refused === 'string' && (
            <span className="ml-2">
              <Badge tone="notice">{t('adminSync.audit.refused')}</Badge>
            </span>
          )}
        </>
      ),
    },
    {
      id: 'actor',
      title: t('adminSync.audit.actor'),
      cell: (line) => <span className="break-all">{actorOf(line) ?? '–'}</span>,
    },
    {
      id: 'subject',
      title: t('adminSync.audit.subject'),
      isSecondary: true,
      cell: (line) => <span className="break-all">{subjectOf(line) ?? '–'}</span>,
    },
    {
      id: 'network',
      title: t('adminSync.audit.network'),
      isSecondary: true,
      cell: ({ network }) => network ?? '–',
    },
    {
      id: 'at',
      title: t('adminSync.audit.at'),
      isNumber: true,
      isSecondary: true,
      cell: ({ at }) => <TimeAgo at={at} isUtc />,
    },
  ]

  return isSignIns ? columns.filter(({ id }) => id !== 'subject') : columns
}

type State = ReturnType<typeof useSyncList<(typeof NAMES)[number]>>

/** Each fact leads to all lines that share it. */
function Opened({ line, list }: { line: AuditLogLine; list: State }) {
  const { t } = useTranslation()
  const { filters, to } = list
  const only = (text: string | null, change: Partial<typeof filters>) =>
    text && (
      <Link
        to={to(change)}
        className="break-all text-accent underline-offset-4 hover:underline"
        title={t('adminSync.audit.only')}
      >
        {text}
      </Link>
    )

  return (
    <>
      <Facts>
        <Fact name={t('adminSync.audit.action')}>{only(line.name, { action: line.name })}</Fact>
        <Fact name={t('adminSync.audit.actor')}>
          {only(actorOf(line), { actor: line.actorId ?? '' })}
        </Fact>
        <Fact name={t('adminSync.audit.subject')}>
          {only(subjectOf(line), { subject: line.subjectId ?? '' })}
        </Fact>
        <Fact name={t('adminSync.audit.at')}>
          {only(line.at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'), {
            day: line.at.slice(0, 10),
          })}
        </Fact>
        <Fact name={t('adminSync.audit.network')}>{line.network}</Fact>
      </Facts>
      {Object.keys(line.details).length > 0 && (
        <CodeBlock
          title={t('adminSync.audit.details')}
          text={JSON.stringify(line.details, null, 2)}
        />
      )}
    </>
  )
}

const actorOf = ({ actor, actorId }: AuditLogLine) => actor ?? actorId

const subjectOf = ({ subject, subjectType, subjectId }: AuditLogLine) =>
  subject ?? ([subjectType, subjectId].filter(Boolean).join(' ') || null)
