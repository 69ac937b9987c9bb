import type { Check } from '@app/sync/checks'
import type { PullRequestStatus } from '@app/sync/read-pull-request'
import { useSurroundings } from '#surroundings.tsx'
import { type PanelKey, usePanelTexts } from '#words/use-panel-texts.ts'

/** The checks of the commit: a summary, and each by name. */
export function CheckList({ checks }: Pick<PullRequestStatus, 'checks'>) {
  const { t } = usePanelTexts()
  const { siteName } = useSurroundings()

  if (!checks) return <p>{t('pullRequests.checksUnseen', { siteName })}</p>
  const { state, list, isWhole } = checks
  if (state === 'none') return <p>{t('pullRequests.checksNone')}</p>
  const inState = list.filter((check) => check.state === state).length

  return (
    <div>
      <p>{t(SENTENCES[state], { count: list.length, k: inState, n: list.length })}</p>
      <ul className="mt-1 grid max-h-48 gap-1 overflow-y-auto">
        {list.map((check, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a run and a status may have one name.
          <li key={`${check.name} ${i}`} className="break-words">
            <CheckLine check={check} />
          </li>
        ))}
      </ul>
      {!isWhole && <p className="mt-1 text-ink-soft">{t('pullRequests.moreChecks')}</p>}
    </div>
  )
}

function CheckLine({ check: { name, state, url } }: { check: Check }) {
  const { t } = usePanelTexts()

  return (
    <>
      {url ? (
        <a href={url} target="_blank" rel="noreferrer" className="underline">
          {name}
        </a>
      ) : (
        name
      )}
      {': '}
      <span className={COLORS[state]}>{t(WORDS[state])}</span>
    </>
  )
}

const SENTENCES = {
  waiting: 'pullRequests.checks.waiting',
  passed: 'pullRequests.checks.passed',
  failed: 'pullRequests.checks.failed',
} as const satisfies Record<Check['state'], PanelKey>

const WORDS = {
  waiting: 'pullRequests.checkStates.waiting',
  passed: 'pullRequests.checkStates.passed',
  failed: 'pullRequests.checkStates.failed',
} as const satisfies Record<Check['state'], PanelKey>

const COLORS: Record<Check['state'], string> = {
  waiting: 'text-notice',
  passed: 'text-positive',
  failed: 'text-danger',
}
