import { findingId } from '@app/sync/choices'
import type { Comparison, Need } from '@app/sync/comparison'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { Notice } from '@app/ui/notice.tsx'
import type { ReactNode } from 'react'
import { useSurroundings } from '#surroundings.tsx'
import { repoOf } from '#targets/target-choice.ts'
import { SECRET_KINDS } from '#words/secret-kinds.ts'
import { type PanelKey, usePanelTexts } from '#words/use-panel-texts.ts'
import { type Ticks, toggle, workflowPaths } from './review-answers.ts'

type Props = { comparison: Comparison; ticks: Ticks; onChange: (ticks: Ticks) => void }

/** What a person confirms, each by itself. Conflicts have their own place. */
export function NeedNotices(props: Props) {
  const { comparison } = props
  const confirmed = comparison.needs.filter((need) => need in TICKS) as (keyof typeof TICKS)[]

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

/** What each tick says. */
const TICKS = {
  first_sync: 'needs.firstSyncTick',
  mass_deletion: 'needs.massDeletionTick',
  public_target: 'needs.publicTick',
  workflow_files: 'needs.workflowsTick',
  long_push: 'needs.longPushTick',
} as const satisfies { [Name in Need]?: PanelKey }

function ConfirmedNeed({
  need,
  comparison,
  ticks,
  onChange,
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
    </Framed>
  )
}

/** GitHub takes so many writes a minute. */
const WRITES_PER_MINUTE = 75

/** The sentence of a need, also for an automatic push that waits for a person. */
export function useNeedText(): (need: Need, comparison: Comparison) => string {
  const { t } = usePanelTexts()

  return (need, comparison) => {
    const { changes, kept, target, conflicts, findings, cost, inputs } = comparison
    const repo = repoOf(target)
    switch (need) {
      case 'first_sync': {
        const count = changes.filter(({ kind }) => kind === 'changed' || kind === 'mode').length
        return t('needs.firstSync', { repo, count, n: count, k: kept.length })
      }
      case 'mass_deletion': {
        const d = changes.filter(({ kind }) => kind === 'deleted').length
        return t('needs.massDeletion', {
          d,
          all: inputs.remote.entries.size,
          branch: target.branch,
        })
      }
      case 'conflicts':
        return t('needs.conflicts', { count: conflicts.length, n: conflicts.length })
      case 'secrets':
        return t('needs.secrets', { count: findings.length, n: findings.length })
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

const askedEnvFiles = ({ envChanges, inputs }: Comparison): string[] =>
  envChanges.map(({ path }) => path).filter((path) => inputs.local.envToAsk.includes(path))

function Secrets({ comparison, ticks, onChange }: Props) {
  const { t } = usePanelTexts()
  const text = useNeedText()

  return (
    <Framed
      text={text('secrets', comparison)}
      tick={comparison.findings.map((finding) => (
        <Checkbox
          key={findingId(finding)}
          label={t('needs.secretTick', { path: finding.path })}
          hint={t('needs.secretPlace', {
            line: finding.line,
            kind: t(SECRET_KINDS[finding.kind]),
            start: finding.start,
          })}
          checked={ticks.pushSecrets.includes(findingId(finding))}
          onChange={({ target }) =>
            onChange(toggle(ticks, 'pushSecrets', findingId(finding), target.checked))
          }
        />
      ))}
    />
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
