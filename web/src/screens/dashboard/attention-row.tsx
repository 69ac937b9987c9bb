import { AheadIcon, ClockIcon, CloseIcon, UnpluggedIcon, WarningIcon } from '@app/ui/icons.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import type { AttentionItem } from '#api/projects/attention.ts'
import { pushFailureText } from '#api/projects/push-failure.ts'
import { historyPath, projectPath, pushPath } from '#config/paths.ts'
import { useConnectingFromHere } from '#features/github-connection/use-connecting.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import type { BrokenLink } from './use-broken-links.ts'

type Item = AttentionItem | BrokenLink

type Look = { title: MessageKey; Icon: ComponentType<{ className?: string }>; color: string }

const LOOKS: Record<Item['kind'], Look> = {
  connection_ended: {
    title: 'attention.connectionEnded',
    Icon: UnpluggedIcon,
    color: 'text-danger',
  },
  connection_ends: { title: 'attention.connectionEnds', Icon: ClockIcon, color: 'text-notice' },
  push_failed: { title: 'attention.pushFailed', Icon: WarningIcon, color: 'text-danger' },
  github_ahead: { title: 'attention.ahead', Icon: AheadIcon, color: 'text-notice' },
  task_overdue: { title: 'attention.overdue', Icon: ClockIcon, color: 'text-notice' },
  not_found: { title: 'attention.notFound', Icon: CloseIcon, color: 'text-danger' },
  app_missing: { title: 'attention.appMissing', Icon: UnpluggedIcon, color: 'text-notice' },
}

export function AttentionRow({ item }: { item: Item }) {
  const { t, date } = useTranslation()
  const { title, Icon, color } = LOOKS[item.kind]
  const day = item.at ? date(new Date(item.at), { dateStyle: 'long', timeZone: zoneOf(item) }) : ''

  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 py-3 text-sm sm:flex sm:items-center">
      <Icon className={`size-5 flex-none ${color}`} />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">
          {t(title, {
            project: item.project_name ?? '',
            task: item.task_name ?? '',
            account: item.message ?? '',
            repository: item.message ?? '',
            count: item.commits ?? 0,
            day,
          })}
        </p>
        <Detail item={item} day={day} />
      </div>
      <Action item={item} />
    </li>
  )
}

/** A due date is a day, the same everywhere; a connection ends at a moment. */
const zoneOf = ({ kind }: Item) => (kind === 'task_overdue' ? 'UTC' : undefined)

function Detail({ item, day }: { item: Item; day: string }) {
  const { t } = useTranslation()

  switch (item.kind) {
    case 'push_failed':
      return (
        <p className="break-words text-ink-soft">
          {item.at && <TimeAgo at={item.at} />}
          {item.message && ` · ${pushFailureText(t, item.message)}`}
        </p>
      )
    case 'task_overdue':
      return (
        <p className="break-words text-ink-soft">
          {t('attention.due', { project: item.project_name ?? '', day })}
        </p>
      )
    default:
      return null
  }
}

function Action({ item }: { item: Item }) {
  const { t } = useTranslation()
  const { connect, installOn, isConnecting, isInstalling } = useConnectingFromHere()
  const id = item.project_id ?? ''

  switch (item.kind) {
    case 'connection_ended':
      return (
        <Press onPress={connect} isBusy={isConnecting} text={t('github.connection.connectAgain')} />
      )
    case 'connection_ends':
      return <Press onPress={connect} isBusy={isConnecting} text={t('attention.renew')} />
    case 'push_failed':
      return <Go to={`${historyPath(id)}&show=failures`}>{t('sync.action.seeFailure')}</Go>
    case 'github_ahead':
      return <Go to={pushPath(id)}>{t('sync.action.bringBack')}</Go>
    case 'task_overdue':
      return <Go to={`${projectPath(id)}?task=${item.task_number}`}>{t('attention.openTask')}</Go>
    case 'not_found':
      return <Go to={`${projectPath(id)}?tab=details`}>{t('sync.action.chooseRepository')}</Go>
    case 'app_missing':
      return (
        <Press
          onPress={() => installOn(item.owner)}
          isBusy={isInstalling}
          text={t('sync.action.installOn', { owner: item.owner })}
        />
      )
  }
}

function Go({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={LINK}>
      {children}
    </Link>
  )
}

function Press(props: { onPress: () => void; isBusy: boolean; text: string }) {
  return (
    <button type="button" onClick={props.onPress} disabled={props.isBusy} className={LINK}>
      {props.text}
    </button>
  )
}

const LINK =
  'inline-flex min-h-6 items-center font-medium text-accent underline-offset-4 hover:underline disabled:opacity-55 max-sm:col-start-2 max-sm:justify-self-start max-sm:text-left pointer-coarse:min-h-11'
