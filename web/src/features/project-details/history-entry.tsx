import { Badge } from '@app/ui/badge.tsx'
import { CheckIcon, WarningIcon } from '@app/ui/icons.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Project } from '#api/projects/projects.ts'
import { pushFailureText } from '#api/projects/push-failure.ts'
import type { EventPush, SyncEvent } from '#api/projects/sync-history.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { HelpLink } from '#i18n/help-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { ChangedFiles } from './changed-files.tsx'
import { ClosedTasks } from './closed-tasks.tsx'
import { CommitMenu } from './commit-menu.tsx'

/** Entries without a push. */
const OTHERS: Record<SyncEvent['direction'], Record<SyncEvent['result'], MessageKey>> = {
  outward: {
    created: 'project.history.events.linked',
    updated: 'project.history.events.synced',
    deleted: 'project.history.events.unlinked',
    restored: 'project.history.events.restored',
    conflict: 'project.history.events.conflict',
    failed: 'project.history.events.pushFailed',
  },
  inward: {
    created: 'project.history.events.imported',
    updated: 'project.history.events.moved',
    deleted: 'project.history.events.repositoryDeleted',
    restored: 'project.history.events.restored',
    conflict: 'project.history.events.conflict',
    failed: 'project.history.events.importFailed',
  },
}

type Props = {
  event: SyncEvent
  project: Project
  /** Where a failed push is tried again; null where that is over. */
  retryAddress: string | null
}

/** A push, an import or a change of the link, with its state in the first column. */
export function HistoryEntry({ event, project, retryAddress }: Props) {
  const { t } = useTranslation()
  const { push, result, message } = event
  const subject = push?.commit_message?.split('\n', 1)[0] || t(wordsOf(event))
  const isFailure = result === 'failed' || result === 'conflict'
  const text = isFailure && push?.error ? pushFailureText(t, push.error) : message

  return (
    <li className="grid gap-x-4 gap-y-1 py-3 text-sm sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      <div>
        <StateSign event={event} />
      </div>
      <div className="grid min-w-0 gap-1">
        <div className="flex items-baseline justify-between gap-x-4">
          <p className="min-w-0 font-medium break-words">{subject}</p>
          <span className="-my-2 flex min-h-10 flex-none items-center gap-1 text-ink-soft">
            <EntryTime at={event.created_at} />
            {push?.commit_sha && project.role !== 'viewer' && (
              <CommitMenu project={project} push={push} sha={push.commit_sha} />
            )}
          </span>
        </div>
        {text && text !== subject && (
          <p className={`break-words ${isFailure ? 'text-danger' : 'text-ink-soft'}`}>{text}</p>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft empty:hidden">
          {isFailure && push && retryAddress && (
            <Retry to={retryAddress} subject={subject} error={push.error} />
          )}
          {isFailure && <HelpLink place="push-refused" />}
          {push ? <PushFacts push={push} /> : <Files files={event.counts.files} />}
        </div>
        {push && <ClosedTasks projectId={project.id} push={push} />}
      </div>
    </li>
  )
}

const DAY_MS = 86_400_000

/** The day, because the week stands above and "2 weeks ago" would repeat it; today’s pushes say how long ago they were. */
function EntryTime({ at }: { at: string }) {
  const { date } = useTranslation()
  const [moment, now] = [new Date(at), new Date()]
  if (now.getTime() - moment.getTime() < DAY_MS) return <TimeAgo at={at} />

  return (
    <time
      dateTime={at}
      title={date(moment, { dateStyle: 'long', timeStyle: 'short' })}
      className="whitespace-nowrap"
    >
      {date(moment, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: moment.getFullYear() === now.getFullYear() ? undefined : 'numeric',
      })}
    </time>
  )
}

function StateSign({ event: { push, result, direction, counts } }: { event: SyncEvent }) {
  const { t } = useTranslation()

  if (result === 'failed' || result === 'conflict') {
    return (
      <Badge tone="danger">
        <WarningIcon className="size-3.5" />
        {t(result === 'failed' ? 'project.history.failure' : 'project.history.conflict')}
      </Badge>
    )
  }
  if (push) {
    return (
      <Badge tone="positive">
        <CheckIcon className="size-3.5" />
        {t('project.history.pushed')}
      </Badge>
    )
  }
  return (
    <Badge>
      {t(
        direction === 'inward' && counts.files !== undefined
          ? 'project.history.imported'
          : 'project.history.link',
      )}
    </Badge>
  )
}

/** Refusals of a branch's rule, which the same push meets again. */
const BRANCH_RULES: readonly (string | null)[] = ['branch_protected', 'signature_required']

type RetryProps = { to: string; subject: string; error: string | null }

/** The builder has the files, and opens in a tab of its own; a ZIP file is pushed here. */
function Retry({ to, subject, error }: RetryProps) {
  const { t } = useTranslation()
  const text = t(
    BRANCH_RULES.includes(error) ? 'project.history.newBranch' : 'project.history.retry',
  )
  const look = 'font-medium text-accent underline-offset-4 hover:underline'
  const label = `${text}: ${subject}`

  return to.startsWith('/') ? (
    <Link to={to} aria-label={label} className={look}>
      {text}
    </Link>
  ) : (
    <a href={to} target="_blank" rel="noreferrer" aria-label={label} className={look}>
      {text}
    </a>
  )
}

/** An import counts its files; a moved repository has none. */
function wordsOf({ direction, result, counts }: SyncEvent): MessageKey {
  const isImport = direction === 'inward' && result === 'updated' && counts.files !== undefined

  return isImport ? 'project.history.events.imported' : OTHERS[direction][result]
}

function PushFacts({ push }: { push: EventPush }) {
  const { t } = useTranslation()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const files = push.files_added + push.files_modified + push.files_deleted

  return (
    <>
      <CommitLink push={push} />
      <span className="font-mono text-xs break-all">{push.branch}</span>
      {push.author && <span className="break-all">{`@${push.author}`}</span>}
      {push.commit_count > 1 && (
        <span>{t('project.history.commits', { count: push.commit_count })}</span>
      )}
      <Counts push={push} />
      {files > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
          className="min-h-6 font-medium text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          {t(isOpen ? 'project.history.hideFiles' : 'project.history.showFiles', { count: files })}
        </button>
      )}
      <div id={listId} hidden={!isOpen} className="w-full">
        {isOpen && <ChangedFiles pushId={push.id} total={files} />}
      </div>
    </>
  )
}

/** A failed push created no commit. */
function CommitLink({ push }: { push: EventPush }) {
  const { t } = useTranslation()
  const { webUrl } = usePublicConfig().github
  const { commit_sha: sha, repo_owner, repo_name } = push
  if (!sha) return null

  return (
    <a
      href={`${webUrl}/${repo_owner}/${repo_name}/commit/${sha}`}
      target="_blank"
      rel="noreferrer"
      aria-label={t('project.history.commit', { sha: sha.slice(0, 7) })}
      className="font-mono text-xs font-medium text-accent underline-offset-4 hover:underline"
    >
      {sha.slice(0, 7)}
    </a>
  )
}

/** Counts that are not zero: "1 changed, 1 deleted". */
function Counts({ push }: { push: EventPush }) {
  const { t } = useTranslation()
  const { files_added, files_modified, files_deleted } = push
  const words = [
    files_added > 0 && t('project.history.added', { count: files_added }),
    files_modified > 0 && t('project.history.modified', { count: files_modified }),
    files_deleted > 0 && t('project.history.deleted', { count: files_deleted }),
  ].filter(Boolean)

  return words.length > 0 && <span>{words.join(', ')}</span>
}

function Files({ files }: { files: number | undefined }) {
  const { t } = useTranslation()

  return files === undefined ? null : <span>{t('project.history.files', { count: files })}</span>
}
