import { SyncError, type SyncErrorCode } from '@app/sync/sync-error'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { OutLink } from '#links/out-link.tsx'
import { type Surroundings, useSurroundings } from '#surroundings.tsx'
import { type PanelKey, usePanelTexts } from '#words/use-panel-texts.ts'
import { useSyncErrorText } from '#words/use-sync-error-text.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

type Props = {
  error: unknown
  /** Retries the failed action. */
  onRetry?: () => void
  /** For an outdated review: compares the same branch again. */
  onLookAgain?: () => void
  /** For a branch that refuses pushes: pushes to another one. */
  onNewBranch?: () => void
  /** For decisions that must be made again. */
  onChooseAgain?: () => void
}

/** The failure, with an action that solves it. */
export function SyncTrouble({ error, onRetry, onLookAgain, onNewBranch, onChooseAgain }: Props) {
  const { t } = usePanelTexts()
  const surroundings = useSurroundings()
  const errorText = useSyncErrorText()
  const code = error instanceof SyncError ? error.code : null
  const place = code && placeOf(error as SyncError, surroundings)
  // GitHub's own English text about a repository's rule.
  const said = error instanceof SyncError ? error.facts.said : undefined
  const wantsBranch = code !== null && NEW_BRANCH.has(code)
  const wantsChoice = code !== null && CHOOSE_AGAIN.has(code)
  const isOutdated = code !== null && LOOK_AGAIN.has(code)
  // Without a form here, a new branch is chosen in the next review.
  const wantsLook = (isOutdated || (wantsBranch && !onNewBranch)) && onLookAgain
  const isFinal =
    (wantsChoice && code !== 'repository_missing') || (refusesBranch(error) && onNewBranch)

  return (
    <Notice tone={code === 'cancelled' ? 'plain' : 'danger'}>
      <p>{errorText(error)}</p>
      {said !== undefined && (
        <p className="mt-2 max-h-48 overflow-auto font-mono text-xs whitespace-pre-wrap">{said}</p>
      )}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {place && <OutLink href={place.address} text={t(place.label)} />}
        {wantsBranch && onNewBranch && (
          <Button
            variant={refusesBranch(error) ? 'primary' : 'secondary'}
            size="sm"
            onClick={onNewBranch}
          >
            {t('panels.newBranch')}
          </Button>
        )}
        {wantsChoice && onChooseAgain && (
          <Button variant="secondary" size="sm" onClick={onChooseAgain}>
            {t('panels.chooseAgain')}
          </Button>
        )}
        {wantsLook && (
          <Button variant="secondary" size="sm" onClick={onLookAgain}>
            {t('panels.lookAgain')}
          </Button>
        )}
        {!wantsLook && !isFinal && onRetry && <Retry error={error} onRetry={onRetry} />}
      </div>
    </Notice>
  )
}

function Retry({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t, date } = usePanelTexts()
  const retryAt = error instanceof SyncError ? error.retryAt : undefined
  const seconds = useSecondsUntil(retryAt ?? null)

  return (
    <Button variant="secondary" size="sm" disabled={seconds > 0} onClick={onRetry}>
      {retryAt !== undefined && seconds > 0
        ? t('panels.tryAgainAt', { time: date(new Date(retryAt), { timeStyle: 'short' }) })
        : t('panels.tryAgain')}
    </Button>
  )
}

/** A rule of the branch refuses the same push each time. */
const BRANCH_RULES = new Set<SyncErrorCode>(['branch_protected', 'signature_required'])

const NEW_BRANCH = new Set<SyncErrorCode>([...BRANCH_RULES, 'branch_moved'])

export const refusesBranch = (error: unknown): boolean =>
  error instanceof SyncError && BRANCH_RULES.has(error.code)

const LOOK_AGAIN = new Set<SyncErrorCode>([
  'branch_moved',
  'repository_moved',
  'contents_missing',
  'secret_refused',
])

const CHOOSE_AGAIN = new Set<SyncErrorCode>([
  'name_taken',
  'name_invalid',
  'no_write_access',
  'repository_archived',
  'repository_missing',
  'branch_invalid',
  'branch_missing',
])

type Place = { address: string; label: PanelKey }

function placeOf(
  { code, facts }: SyncError,
  { account, ways, githubUrl }: Surroundings,
): Place | null {
  const isApp = (account?.token ?? 'app') === 'app'
  switch (code) {
    case 'not_connected':
      return { address: ways.connect, label: 'panels.connect' }
    case 'token_refused':
      return { address: ways.connect, label: 'panels.connectAgain' }
    case 'app_not_installed':
    case 'repository_missing':
    case 'token_not_allowed':
      return {
        address: ways.access(ownerIn(facts)),
        label: isApp ? 'panels.giveAccess' : 'panels.changeToken',
      }
    case 'workflow_denied':
    case 'pull_request_denied':
      return { address: ways.access(ownerIn(facts)), label: 'panels.allow' }
    case 'org_restricted':
      return {
        address: `${githubUrl}/orgs/${encodeURIComponent(ownerIn(facts))}/sso`,
        label: 'panels.signInThere',
      }
    default:
      return null
  }
}

/** Some errors only name the repository. */
const ownerIn = ({ owner, repo = '' }: SyncError['facts']): string =>
  String(owner ?? String(repo).split('/', 1)[0])
