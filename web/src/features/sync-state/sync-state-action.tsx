import type { SyncState } from '@app/contract/sync-state'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { historyPath, projectPath, pullPath } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type CheckResult, compareAddress, shownState } from './shown-state.ts'

type Props = {
  state: SyncState
  /** Used for screen readers, which do not see the row. */
  projectName: string
  check?: CheckResult | null
  isAppMissing?: boolean | null
  /** The history, which shows the failure, is on the screen. */
  isHistoryShown?: boolean
  onConnect: () => void
  /** Installs the app on this account. */
  onInstall: (owner: string) => void
}

/**
 * The actions that resolve a state: one or two, or none without a problem. Only the owner can act.
 */
export function SyncStateAction(props: Props) {
  const { state, check, isAppMissing = false, isHistoryShown = false } = props
  const shown = shownState({ state, check, isAppMissing })

  return (
    <span data-way-out className="inline-flex flex-wrap items-center gap-x-4 empty:hidden">
      {shown === 'push_failed' && !isHistoryShown && <AfterFailure {...props} />}
      {shown === 'github_ahead' &&
        (state.is_mine ? <BringBack {...props} /> : <Compare {...props} />)}
      {shown === 'not_connected' && state.is_mine && <Connect {...props} />}
      {shown === 'not_found' && <ChooseRepository {...props} />}
      {isAppMissing && state.is_mine && <Install {...props} />}
    </span>
  )
}

function AfterFailure({ state, projectName }: Props) {
  const { t } = useTranslation()

  return (
    <Link
      to={historyPath(state.project_id)}
      aria-label={`${t('sync.action.seeFailure')}: ${projectName}`}
      className={LINK}
    >
      {t('sync.action.seeFailure')}
    </Link>
  )
}

function BringBack({ state, projectName }: Props) {
  const { t } = useTranslation()

  return (
    <Link
      to={pullPath(state.project_id)}
      aria-label={`${t('sync.action.bringBack')}: ${projectName}`}
      className={LINK}
    >
      {t('sync.action.bringBack')}
    </Link>
  )
}

function Compare({ state, projectName }: Props) {
  const { t } = useTranslation()
  const to = compareAddress(usePublicConfig().github.webUrl, state)

  return (
    to && (
      <Outward to={to} label={`${t('sync.action.compare')}: ${projectName}`}>
        {t('sync.action.compare')}
      </Outward>
    )
  )
}

function Connect({ state, projectName, onConnect, ...rest }: Props) {
  const { t } = useTranslation()
  if (!state.repo_name) return <ChooseRepository {...rest} {...{ state, projectName, onConnect }} />

  return (
    <button type="button" onClick={onConnect} className={LINK}>
      {t('github.connection.connect')}
    </button>
  )
}

function ChooseRepository({ state, projectName }: Props) {
  const { t } = useTranslation()

  return (
    <Link
      to={`${projectPath(state.project_id)}?tab=details`}
      aria-label={`${t('sync.action.chooseRepository')}: ${projectName}`}
      className={LINK}
    >
      {t('sync.action.chooseRepository')}
    </Link>
  )
}

function Install({ state: { repo_owner }, onInstall }: Props) {
  const { t } = useTranslation()

  return (
    repo_owner && (
      <button type="button" onClick={() => onInstall(repo_owner)} className={LINK}>
        {t('sync.action.installOn', { owner: repo_owner })}
      </button>
    )
  )
}

function Outward({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" aria-label={label} className={LINK}>
      {children}
    </a>
  )
}

const LINK =
  'inline-flex min-h-6 items-center text-sm font-medium text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11'
