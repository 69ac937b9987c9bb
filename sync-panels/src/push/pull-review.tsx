import { type PullPlan, planPull, type StayingReason } from '@app/sync/plan-pull'
import type { PullChoices } from '@app/sync/pull-choices'
import { Button } from '@app/ui/button.tsx'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useUnsavedMark } from '@app/ui/unsaved-marks.ts'
import type { FormEvent } from 'react'
import { ChangeRow } from '#changes/change-row.tsx'
import { CountedRows } from '#changes/counted-rows.tsx'
import { RowGroup } from '#changes/row-group.tsx'
import { useCountWords } from '#changes/use-count-words.ts'
import { OutLink } from '#links/out-link.tsx'
import { useLoaded } from '#loading/use-loaded.ts'
import type { Review } from '#service/push-state.ts'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { type PanelKey, usePanelTexts } from '#words/use-panel-texts.ts'
import { AllConflicts, ConflictRows, type Sides } from './conflicts.tsx'
import { ProjectChanged } from './project-changed.tsx'
import { LEFT_OUT, NotedRow } from './review-groups.tsx'

export type PullTicks = { conflicts: Sides; envFiles: string[] }

export const NO_PULL_TICKS: PullTicks = { conflicts: {}, envFiles: [] }

type Props = {
  review: Review
  failure: unknown
  ticks: PullTicks
  onTicks: (ticks: PullTicks) => void
  onPull: (choices: PullChoices) => void
  onBack: (() => void) | null
  onCompareAgain: () => void
}

/** The effects of a pull on the project. Nothing is written before the button is pressed. */
export function PullReview({ review, failure, ticks, onTicks, onPull, ...ways }: Props) {
  const { t } = usePanelTexts()
  const { project, pushing } = useSurroundings()
  const { comparison, version } = review
  const { target } = comparison
  const countWords = useCountWords()
  const loaded = useLoaded(comparison.digest, () => planPull(comparison, pushing.contentOf))
  useUnsavedMark(ticks !== NO_PULL_TICKS)
  if (loaded.state !== 'loaded') return <p role="status">{t('diffs.loading')}</p>
  const plan = loaded.data
  const hasChanged = project.version !== version
  const open = plan.conflicts.filter(({ path }) => !ticks.conflicts[path]).length
  const files = filesOf(plan, ticks)
  const count = (...kinds: string[]) =>
    plan.incoming.filter(({ kind }) => kinds.includes(kind)).length
  const counts = countWords({
    added: count('added'),
    changed: count('changed', 'mode'),
    deleted: count('deleted'),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (open === 0 && !hasChanged) onPull(ticks)
  }

  return (
    <form onSubmit={submit} className="grid gap-5">
      <div className="grid gap-3">
        <h3 className="font-semibold break-words">
          {t('pull.title', { repo: repoOf(target), branch: target.branch })}
        </h3>
        <p role="status" className="tabular">
          {counts && t('pull.summary', { counts })}
        </p>
        {/* A page for the pull has it beside the commits. */}
        {ways.onBack && (
          <div>
            <CompareLink review={review} />
          </div>
        )}
      </div>
      {failure !== null && (
        <SyncTrouble
          error={failure}
          onRetry={hasChanged ? ways.onCompareAgain : () => onPull(ticks)}
          onLookAgain={ways.onCompareAgain}
          onChooseAgain={pushing.reset}
        />
      )}
      {hasChanged && <ProjectChanged onLookAgain={ways.onCompareAgain} />}
      <PullGroups review={review} plan={plan} ticks={ticks} onTicks={onTicks} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={open > 0 || hasChanged}>
          {files > 0 || open > 0 ? t('pull.submit', { count: files }) : t('pull.settle')}
        </Button>
        {ways.onBack && (
          <Button variant="quiet" onClick={ways.onBack}>
            {t('pull.back')}
          </Button>
        )}
        {open > 0 && <p className="text-sm text-ink-soft">{t('pull.open', { count: open })}</p>}
      </div>
    </form>
  )
}

const filesOf = ({ incoming, conflicts }: PullPlan, ticks: PullTicks): number =>
  incoming.length +
  conflicts.filter(({ path }) => ticks.conflicts[path] === 'github').length +
  ticks.envFiles.length

/** The commits since the last sync. */
function CompareLink({ review: { comparison } }: { review: Review }) {
  const { t } = usePanelTexts()
  const { githubUrl } = useSurroundings()
  const { target, options } = comparison
  const branch = target.branch.split('/').map(encodeURIComponent).join('/')
  const address = `${githubUrl}/${repoOf(target)}/compare/${options.base?.commit}...${branch}`

  return <OutLink href={address} text={t('pull.compare')} />
}

type GroupsProps = Pick<Props, 'review' | 'ticks' | 'onTicks'> & { plan: PullPlan }

function PullGroups({ review, plan, ticks, onTicks }: GroupsProps) {
  const { t } = usePanelTexts()
  const { pushing } = useSurroundings()
  const { comparison } = review
  const { target } = comparison
  const rowOf = { repository: target, contents: pushing.contentOf }
  const setConflicts = (conflicts: Sides) => onTicks({ ...ticks, conflicts })

  return (
    <div className="grid gap-3">
      {plan.conflicts.length > 0 && (
        <Notice tone="notice">
          <p>{t('pull.conflicts', { count: plan.conflicts.length })}</p>
          <AllConflicts
            conflicts={plan.conflicts}
            chosen={ticks.conflicts}
            onChange={setConflicts}
          />
        </Notice>
      )}
      <ConflictRows
        {...rowOf}
        conflicts={plan.conflicts}
        chosen={ticks.conflicts}
        onChange={setConflicts}
      />
      <CountedRows title={t('pull.groups.incoming')} rows={plan.incoming}>
        {(change, counted) => (
          <ChangeRow key={change.path} {...counted} change={change} isIncoming {...rowOf} />
        )}
      </CountedRows>
      <RowGroup title={t('pull.groups.env')} rows={plan.envFiles} isOpenFirst>
        {({ path, kind }) => (
          <li key={path} className="border-b border-line px-4 py-1 last:border-b-0">
            <Checkbox
              label={t(kind === 'added' ? 'pull.envAdd' : 'pull.envReplace', { path })}
              checked={ticks.envFiles.includes(path)}
              onChange={({ target: { checked } }) => onTicks(withEnv(ticks, path, checked))}
            />
          </li>
        )}
      </RowGroup>
      <RowGroup title={t('pull.groups.mine')} rows={plan.mine}>
        {(change) => <ChangeRow key={change.path} change={change} {...rowOf} />}
      </RowGroup>
      <RowGroup title={t('pull.groups.staying')} rows={plan.staying}>
        {({ path, reason }) => <NotedRow key={path} path={path} note={t(stayingKey(reason))} />}
      </RowGroup>
    </div>
  )
}

function withEnv(ticks: PullTicks, path: string, isOn: boolean): PullTicks {
  const others = ticks.envFiles.filter((one) => one !== path)

  return { ...ticks, envFiles: isOn ? [...others, path] : others }
}

/** Invalid paths use the engine's texts. */
function stayingKey(reason: StayingReason): PanelKey {
  if (reason === 'lfs' || reason === 'submodule') return `kept.${reason}`
  return isByRule(reason) ? LEFT_OUT[reason] : `pathReasons.${reason}`
}

const isByRule = (reason: StayingReason): reason is StayingReason & keyof typeof LEFT_OUT =>
  reason in LEFT_OUT
