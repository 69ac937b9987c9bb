import type { AttentionItem } from '@app/contract/sync-state'
import { Badge } from '@app/ui/badge.tsx'
import { ClockIcon, UnpluggedIcon } from '@app/ui/icons.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { Link } from 'react-router'
import type { BrokenLink } from '#api/github/use-problems.ts'
import { pushFailureText } from '#api/projects/push-failure.ts'
import { historyPath, projectPath, pullPath } from '#config/paths.ts'
import { useConnectingFromHere } from '#features/github-connection/use-connecting.ts'
import { StateBadge } from '#features/sync-state/sync-state-badge.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { SyncRow } from './sync-row.tsx'

type Item = AttentionItem | BrokenLink

type Props = {
  item: Item
  /** Of the item's project; null where it is unknown. */
  repository: string | null
}

export function AttentionRow({ item, repository }: Props) {
  const { t } = useTranslation()
  const day = useDayOf(item)
  const { project_id, project_name, task_name, task_number } = item

  if (item.kind === 'connection_ended' || item.kind === 'connection_ends') {
    const hasEnded = item.kind === 'connection_ended'
    return (
      <SyncRow
        title={hasEnded ? t('attention.connectionEnded') : t('attention.connectionEnds', { day })}
        to={null}
        detail={item.message && `@${item.message}`}
        badge={
          <Badge tone={hasEnded ? 'danger' : 'notice'}>
            <UnpluggedIcon className="size-3.5" />
            {t(hasEnded ? 'attention.ended' : 'attention.ends')}
          </Badge>
        }
        action={<Action item={item} />}
      />
    )
  }
  if (item.kind === 'task_overdue') {
    return (
      <SyncRow
        title={task_name ?? ''}
        to={`${projectPath(project_id ?? '')}?task=${task_number}`}
        detail={
          <span className="md:truncate">
            {t('attention.due', { project: project_name ?? '', day })}
          </span>
        }
        badge={
          <Badge tone="notice">
            <ClockIcon className="size-3.5" />
            {t('attention.overdue')}
          </Badge>
        }
        action={<Action item={item} />}
      />
    )
  }
  return (
    <SyncRow
      title={project_name ?? ''}
      to={projectPath(project_id ?? '')}
      detail={<Detail item={item} repository={repository} />}
      badge={<StateBadge shown={STATE_OF[item.kind]} aheadBy={item.commits ?? 0} />}
      action={<Action item={item} />}
    />
  )
}

const STATE_OF = {
  push_failed: 'push_failed',
  github_ahead: 'github_ahead',
  not_found: 'not_found',
  app_missing: 'app_missing',
} as const

/** A due date is a UTC day; a connection ends at a point in time. */
function useDayOf({ kind, at }: Item): string {
  const { date } = useTranslation()
  const timeZone = kind === 'task_overdue' ? 'UTC' : undefined

  return at ? date(new Date(at), { dateStyle: 'long', timeZone }) : ''
}

function Detail({ item, repository }: Props) {
  const { t } = useTranslation()

  if (item.kind === 'push_failed') {
    const reason = item.message ? pushFailureText(t, item.message) : repository
    return (
      <>
        {item.at && <TimeAgo at={item.at} />}
        <span className="md:truncate" title={reason ?? undefined}>
          {reason}
        </span>
      </>
    )
  }
  return <span className="truncate">{repository ?? item.message}</span>
}

function Action({ item }: { item: Item }) {
  const { t } = useTranslation()
  const { connect, installOn, isConnecting, isInstalling } = useConnectingFromHere()
  const id = item.project_id ?? ''
  const name = item.project_name ?? ''

  switch (item.kind) {
    case 'connection_ended':
      return (
        <Press onPress={connect} isBusy={isConnecting} text={t('github.connection.connectAgain')} />
      )
    case 'connection_ends':
      return <Press onPress={connect} isBusy={isConnecting} text={t('attention.renew')} />
    case 'push_failed':
      return (
        <Go
          to={`${historyPath(id)}&show=failures`}
          text={t('sync.action.seeFailure')}
          about={name}
        />
      )
    case 'github_ahead':
      return <Go to={pullPath(id)} text={t('sync.action.bringBack')} about={name} />
    case 'task_overdue':
      return (
        <Go
          to={`${projectPath(id)}?task=${item.task_number}`}
          text={t('attention.openTask')}
          about={item.task_name ?? ''}
        />
      )
    case 'not_found':
      return (
        <Go
          to={`${projectPath(id)}?tab=details`}
          text={t('sync.action.chooseRepository')}
          about={name}
        />
      )
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

function Go({ to, text, about }: { to: string; text: string; about: string }) {
  return (
    <Link to={to} aria-label={`${text}: ${about}`} className={LINK}>
      {text}
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
  'inline-flex min-h-6 items-center text-right font-medium text-accent underline-offset-4 hover:underline disabled:opacity-55 pointer-coarse:min-h-11'
