import type { Comparison, Confirmation } from '@app/sync/comparison'
import { Button } from '@app/ui/button.tsx'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { Notice } from '@app/ui/notice.tsx'
import type { ReactNode } from 'react'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { sortFindings } from '#words/secret-kinds.ts'
import { type PanelKey, usePanelTexts } from '#words/use-panel-texts.ts'
import { FindingTick, FindingTicks } from './finding-ticks.tsx'
import { type Ticks, toggle, workflowPaths } from './review-answers.ts'

type Props = {
  comparison: Comparison
  ticks: Ticks
  onChange: (ticks: Ticks) => void
  onNewBranch: () => void
}

/**
 * The confirmations, each separate. Conflicts are shown elsewhere. A branch whose rules refused the push needs no notice: the refusal says
 * more and offers the same action.
 */
export function NeedNotices({ isRefused, ...props }: Props & { isRefused: boolean }) {
  const { comparison } = props
  const confirmed = comparison.needs.filter(
    (need) => need in TICKS && !(isRefused && need === 'protected_branch'),
  ) as (keyof typeof TICKS)[]

  return (
    <>
      {confirmed.map((need) => (
        <ConfirmedNeed key={need} need={need} {...props} />
      ))}
      {comparison.needs.includes('secrets') && <Secrets {...props} />}
      {comparison.needs.includes('env_files') && <EnvFiles {...props} />}
    </>
  )
}

/** The text of each checkbox. */
const TICKS = {
  first_sync: 'needs.firstSyncTick',
  mass_deletion: 'needs.massDeletionTick',
  public_target: 'needs.publicTick',
  workflow_files: 'needs.workflowsTick',
  long_push: 'needs.longPushTick',
  protected_branch: 'needs.protectedTick',
  folder_case: 'needs.folderCaseTick',
} as const satisfies { [Name in Confirmation]?: PanelKey }

function ConfirmedNeed({
  need,
  comparison,
  ticks,
  onChange,
  onNewBranch,
}: Props & { need: keyof typeof TICKS }) {
  const { t } = usePanelTexts()
  const { ways } = useSurroundings()
  const text = useNeedText()

  return (
    <Framed
      text={text(need, comparison)}
      tick={
        <Checkbox
          label={t(TICKS[need], {
            repo: repoOf(comparison.target),
            branch: comparison.target.branch,
            count: workflowPaths(comparison).length,
          })}
          checked={ticks.confirmed.includes(need)}
          onChange={({ target }) => onChange(toggle(ticks, 'confirmed', need, target.checked))}
        />
      }
    >
      {need === 'workflow_files' && (
        <a
          href={ways.access(comparison.target.owner)}
          target="_blank"
          rel="noreferrer"
          className="text-accent underline underline-offset-2"
        >
          {t('needs.allowWorkflows')}
        </a>
      )}
      {need === 'protected_branch' && (
        <div className="mt-2">
          <Button size="sm" onClick={onNewBranch}>
            {t('panels.newBranch')}
          </Button>
        </div>
      )}
    </Framed>
  )
}

/** GitHub limits the writes per minute. */
const WRITES_PER_MINUTE = 75

/** The text of a confirmation, also used for waiting automatic pushes. */
export function useNeedText(): (need: Confirmation, comparison: Comparison) => string {
  const { t } = usePanelTexts()

  return (need, comparison) => {
    const { changes, kept, target, conflicts, findings, cost, remoteFiles } = comparison
    const repo = repoOf(target)
    switch (need) {
      case 'protected_branch':
        return t('needs.protected', { branch: target.branch })
      case 'folder_case':
        return t('needs.folderCase', {
          mine: comparison.folderPairs.map(({ mine }) => mine).join(', '),
          theirs: comparison.folderPairs.map(({ theirs }) => theirs).join(', '),
        })
      case 'first_sync': {
        const count = changes.filter(({ kind }) => kind === 'changed' || kind === 'mode').length
        return t('needs.firstSync', { repo, count, n: count, k: kept.length })
      }
      case 'mass_deletion': {
        const d = changes.filter(({ kind }) => kind === 'deleted').length
        return t('needs.massDeletion', {
          d,
          all: remoteFiles,
          branch: target.branch,
        })
      }
      case 'conflicts':
        return t('needs.conflicts', { count: conflicts.length, n: conflicts.length })
      case 'secrets':
        return secretsText(t, findings)
      case 'env_files':
        return t('needs.envFile', { path: askedEnvFiles(comparison).join(', ') })
      case 'public_target':
        return t('needs.public', { repo })
      case 'workflow_files': {
        const count = workflowPaths(comparison).length
        return t('needs.workflows', { count, n: count })
      }
      case 'long_push':
        return t('needs.longPush', { min: Math.ceil(cost.writes / WRITES_PER_MINUTE) })
    }
  }
}

const askedEnvFiles = ({ envChanges, envToAsk }: Comparison): string[] =>
  envChanges.map(({ path }) => path).filter((path) => envToAsk.includes(path))

function secretsText(
  t: ReturnType<typeof usePanelTexts>['t'],
  findings: Comparison['findings'],
): string {
  const { secrets, unsearched } = sortFindings(findings)
  const count = secrets.reduce((sum, one) => sum + one.count, 0) || unsearched.length
  const key = secrets.length > 0 ? 'needs.secrets' : 'needs.unsearched'

  return t(key, { count, n: count })
}

/** Each kind of finding has its own text, because the advice differs. */
function Secrets(props: Props) {
  const { t } = usePanelTexts()
  const { findings, unsearched: rest } = props.comparison
  const { secrets, unsearched, stop } = sortFindings(findings)
  const count = unsearched.length

  return (
    <>
      {secrets.length > 0 && (
        <Framed
          text={secretsText(t, secrets)}
          tick={<FindingTicks {...props} findings={secrets} />}
        />
      )}
      {count > 0 && (
        <Framed
          text={t('needs.unsearched', { count, n: count })}
          tick={<FindingTicks {...props} findings={unsearched} />}
        />
      )}
      {stop && (
        <Framed
          text={t('needs.stopped', {
            path: stop.path,
            line: stop.line,
            count: rest.length,
            n: rest.length,
          })}
          tick={
            <FindingTick
              {...props}
              finding={stop}
              label={t('needs.stoppedTick', { count: rest.length, n: rest.length })}
            />
          }
        />
      )}
    </>
  )
}

function EnvFiles({ comparison, ticks, onChange }: Props) {
  const { t } = usePanelTexts()

  return askedEnvFiles(comparison).map((path) => (
    <Framed
      key={path}
      text={t('needs.envFile', { path })}
      tick={
        <Checkbox
          label={t('needs.envTick', { path })}
          checked={ticks.envFiles.includes(path)}
          onChange={({ target }) => onChange(toggle(ticks, 'envFiles', path, target.checked))}
        />
      }
    />
  ))
}

function Framed(props: { text: string; tick: ReactNode; children?: ReactNode }) {
  return (
    <Notice tone="notice">
      <p>{props.text}</p>
      {props.children}
      <div className="mt-1 wrap-anywhere">{props.tick}</div>
    </Notice>
  )
}
