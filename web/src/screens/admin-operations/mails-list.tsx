import { mailStates } from '@app/contract/admin-operations'
import type { MailLine } from '@app/contract/admin-operations-replies'
import { SearchField } from '@app/ui/search-field.tsx'
import type { Column } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { mailsQuery, resendMail } from '#api/admin/admin-operations.ts'
import { AdminList } from '#features/admin/admin-list.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { ListFilters } from '#features/admin/list-filters.tsx'
import { RowLink } from '#features/admin/row-link.tsx'
import { useListPage } from '#features/admin/use-list-page.ts'
import { ifSet, useListState } from '#features/admin/use-list-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import {
  attemptColumns,
  CodeBlock,
  RowAction,
  StateBadge,
  type StateLooks,
  useOperation,
} from './operation-parts.tsx'

type State = MailLine['state']

const LOOKS: StateLooks<State> = {
  failed: { tone: 'danger', text: 'adminOperations.mail.state.failed' },
  waiting: { tone: 'accent', text: 'adminOperations.mail.state.waiting' },
  sent: { tone: 'positive', text: 'adminOperations.mail.state.sent' },
  switched_off: { tone: 'plain', text: 'adminOperations.mail.state.switchedOff' },
}

/** Failed ones first, because they need attention. */
const CHOICES = { state: [...mailStates, 'all'] } as const

export function MailsList() {
  const { t } = useTranslation()
  const list = useListState(CHOICES, 'mail')
  const { state } = list.filters
  const page = useListPage(
    mailsQuery({
      q: ifSet(list.words),
      state: state === 'all' ? undefined : state,
      after: ifSet(list.after),
    }),
  )

  return (
    <>
      <SearchField
        label={t('adminOperations.mail.search')}
        value={list.words}
        onSearch={list.search}
      />
      <ListFilters
        list={list}
        fields={[
          {
            name: 'state',
            label: t('adminOperations.state'),
            options: [
              ...mailStates.map((value) => ({ value, label: t(LOOKS[value].text) })),
              { value: 'all', label: t('admin.list.any') },
            ],
          },
        ]}
      />
      <AdminList
        caption={t('adminOperations.tabs.mail')}
        list={list}
        page={page}
        columns={columnsOf(t)}
        empty={{
          title: t('adminOperations.mail.empty'),
          text: t('adminOperations.mail.emptyText'),
        }}
        nameOf={({ template }) => template}
      >
        {(mail, close) => <Opened mail={mail} onDone={close} />}
      </AdminList>
    </>
  )
}

function columnsOf(t: Translator['t']): Column<MailLine>[] {
  return [
    {
      id: 'to',
      title: t('adminOperations.mail.to'),
      cell: ({ id, to }) => <RowLink id={id}>{to || t('adminOperations.mail.noAddress')}</RowLink>,
    },
    {
      id: 'template',
      title: t('adminOperations.mail.template'),
      isSecondary: true,
      cell: ({ template, language }) => (
        <>
          {template}
          <span className="block text-xs text-ink-soft">{language}</span>
        </>
      ),
    },
    {
      id: 'state',
      title: t('adminOperations.state'),
      cell: ({ state }) => <StateBadge looks={LOOKS} state={state} />,
    },
    ...attemptColumns(t),
    {
      id: 'created',
      title: t('adminOperations.mail.created'),
      isNumber: true,
      isSecondary: true,
      cell: ({ createdAt }) => <TimeAgo at={createdAt} isUtc />,
    },
  ]
}

function Opened({ mail, onDone }: { mail: MailLine; onDone: () => void }) {
  const { t } = useTranslation()
  const action = useOperation()
  const resend = () =>
    void action.run('resend', async () => {
      await resendMail(mail.id)
      onDone()
      return t('adminOperations.mail.resent')
    })

  return (
    <>
      {action.failure}
      <Facts>
        <Fact name={t('adminOperations.mail.to')}>{mail.to}</Fact>
        <Fact name={t('adminOperations.state')}>
          <StateBadge looks={LOOKS} state={mail.state} />
        </Fact>
        <Fact name={t('adminOperations.mail.language')}>{mail.language}</Fact>
        <Fact name={t('adminOperations.tries')}>{mail.attempts}</Fact>
        <Fact name={t('adminOperations.mail.created')}>
          <TimeAgo at={mail.createdAt} isUtc />
        </Fact>
        <Fact name={t('adminOperations.mail.finished')}>
          {mail.finishedAt && <TimeAgo at={mail.finishedAt} isUtc />}
        </Fact>
      </Facts>
      {mail.error && <CodeBlock title={t('adminOperations.error')} text={mail.error} />}
      {mail.state === 'sent' && (
        <p className="text-sm text-ink-soft">{t('adminOperations.mail.noContent')}</p>
      )}
      {mail.resend === 'expired' && <p className="text-sm">{t('adminOperations.mail.expired')}</p>}
      {mail.resend === 'possible' && (
        <RowAction operation={action} text={t('adminOperations.mail.resend')} onClick={resend} />
      )}
    </>
  )
}
