import type { Change, Kept } from '@app/sync/changes'
import type { Comparison } from '@app/sync/comparison'
import type { Contents } from '@app/sync/contents'
import { isOdd, type LeftOut, type OddReason } from '@app/sync/read-files'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { useEffect } from 'react'
import { ChangeRow } from '#changes/change-row.tsx'
import { CountedRows } from '#changes/counted-rows.tsx'
import { RowGroup } from '#changes/row-group.tsx'
import { useSurroundings } from '#surroundings.tsx'
import { type PanelKey, usePanelTexts } from '#words/use-panel-texts.ts'
import { heldBack, type Ticks, toggle } from './review-answers.ts'

type Props = {
  comparison: Comparison
  contents: Contents
  ticks: Ticks
  onChange: (ticks: Ticks) => void
}

/** Every file that differs between the sides, grouped by its action. */
export function ReviewGroups(props: Props) {
  const { t } = usePanelTexts()
  const { kept, leftOut, changes } = props.comparison
  const held = heldBack(props.comparison, props.ticks)
  const going = changes.filter(({ path }) => !held.has(path))
  const isOnlyThere = ({ reason }: Kept) => reason === 'only_on_github' || reason === 'submodule'

  return (
    <div className="grid gap-3">
      <Going {...props} changes={going} />
      <RowGroup title={t('groups.newer')} rows={kept.filter((one) => !isOnlyThere(one))}>
        {({ path, reason }) => <NotedRow key={path} path={path} note={t(KEPT[reason])} />}
      </RowGroup>
      <OnlyOnGithub {...props} rows={kept.filter(isOnlyThere)} />
      <RowGroup
        title={t('groups.leftOut')}
        rows={[...[...held].map(([path, reason]) => ({ path, reason })), ...leftOut]}
      >
        {({ path, reason }) => <NotedRow key={path} path={path} note={t(leftOutKey(reason))} />}
      </RowGroup>
    </div>
  )
}

const KEPT = {
  newer_on_github: 'kept.newer',
  deleted_on_github: 'kept.deleted',
  only_on_github: 'kept.only',
  lfs: 'kept.lfs',
  submodule: 'kept.submodule',
} as const satisfies Record<Kept['reason'], PanelKey>

export const LEFT_OUT = {
  git_folder: 'leftOut.gitFolder',
  node_modules: 'leftOut.nodeModules',
  system_file: 'leftOut.systemFile',
  ignored: 'leftOut.ignored',
  env_file: 'leftOut.envFile',
  secret: 'leftOut.secret',
  unsearched: 'leftOut.unsearched',
  workflow: 'leftOut.workflow',
} as const satisfies Record<ByRule, PanelKey>

type ByRule = Exclude<LeftOut['reason'], OddReason> | 'secret' | 'unsearched' | 'workflow'

/** Entries that a repository cannot store use the engine's texts. */
const leftOutKey = (reason: ByRule | OddReason): PanelKey =>
  isOdd(reason) ? `pathReasons.${reason}` : LEFT_OUT[reason]

function Going({ comparison, contents, changes, ticks, onChange }: Props & { changes: Change[] }) {
  const { t } = usePanelTexts()
  const { plan } = useSurroundings()
  const { ask } = plan
  const { target } = comparison
  // A renamed file is one row, under its new name.
  const rows = changes.filter(({ renamedTo }) => renamedTo === undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each review.
  useEffect(() => {
    ask().catch(() => undefined)
  }, [])

  async function setLeftOut(those: Change[], isOut: boolean) {
    if (!(await plan.ask().catch(() => plan.isPro === true))) return
    onChange(those.reduce((next, { path }) => toggle(next, 'leaveOut', path, isOut), ticks))
  }
  const isOut = ({ path }: Change) => ticks.leaveOut.includes(path)
  const tick = (path: string, those: Change[]) =>
    plan.isPro && (
      <Tick
        label={t('groups.tick', { path })}
        isOn={!those.every(isOut)}
        isPartly={those.some(isOut) && !those.every(isOut)}
        onChange={(isOn) => void setLeftOut(those, !isOn)}
      />
    )

  return (
    <CountedRows title={t('groups.going')} rows={rows} folderLead={tick}>
      {(change, counted) => (
        <ChangeRow
          key={change.path}
          {...counted}
          change={change}
          repository={target}
          contents={contents}
          lead={tick(change.path, [change])}
        />
      )}
    </CountedRows>
  )
}

type TickProps = {
  label: string
  isOn: boolean
  /** Some files of a folder stay here. */
  isPartly: boolean
  onChange: (isOn: boolean) => void
}

function Tick({ label, isOn, isPartly, onChange }: TickProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isOn && !isPartly}
      ref={(box) => {
        if (box) box.indeterminate = isPartly
      }}
      onChange={({ target }) => onChange(isPartly || target.checked)}
      className="checkbox-box indeterminate:border-accent indeterminate:bg-accent indeterminate:before:h-0.5 indeterminate:before:w-2.5 indeterminate:before:bg-on-accent indeterminate:before:content-['']"
    />
  )
}

function OnlyOnGithub({ rows, ticks, onChange }: Props & { rows: Kept[] }) {
  const { t } = usePanelTexts()

  return (
    <RowGroup title={t('groups.onlyOnGithub')} rows={rows}>
      {({ path, reason }) =>
        reason === 'submodule' ? (
          <NotedRow key={path} path={path} note={t('kept.submodule')} />
        ) : (
          <li
            key={path}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-4 py-0.5 text-sm last:border-b-0"
          >
            <p className="font-mono text-xs break-all">{path}</p>
            <Checkbox
              label={t('groups.deleteToo')}
              aria-label={t('groups.deleteTooNamed', { path })}
              checked={ticks.deleteToo.includes(path)}
              onChange={({ target }) => onChange(toggle(ticks, 'deleteToo', path, target.checked))}
            />
          </li>
        )
      }
    </RowGroup>
  )
}

export function NotedRow({ path, note }: { path: string; note: string }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-2 text-sm last:border-b-0">
      <span className="font-mono text-xs break-all">{path}</span>
      <span className="text-ink-soft">{note}</span>
    </li>
  )
}
