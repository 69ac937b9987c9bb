import { isBranchName } from '@app/sync/branch-name'
import type { PullRequestDraft } from '@app/sync/pull-request-text'
import { Button } from '@app/ui/button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { PullRequestFields } from '#pull-requests/pull-request-fields.tsx'
import type { Failure, Review } from '#service/push-state.ts'
import type { TargetChoice } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type Props = {
  review: Review
  failure: Failure | null
  /** The commit's message as typed so far. */
  message: string
  onChoose: (choice: TargetChoice) => void
  onCancel: () => void
}

/** Pushes the same changes to a new branch, for comparison on GitHub. */
export function NewBranchForm({ review, failure, message, onChoose, onCancel }: Props) {
  const { t } = usePanelTexts()
  const { host, siteName } = useSurroundings()
  const { target } = review.comparison
  const [name, setName] = useState(() => proposedName(siteName, host.now()))
  const [title = ''] = message.trim().split('\n', 1)
  const [request, setRequest] = useState({ isWanted: false, title, body: '', isDraft: false })
  const field = useRef<HTMLInputElement>(null)
  // The button that opened it may be far below.
  useEffect(() => field.current?.focus(), [])
  const isWrong = !isBranchName(name) || name === target.branch

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isWrong) return
    const { isWanted, ...draft } = request
    onChoose(choiceFor(review, failure, name, isWanted ? draft : null))
  }

  return (
    <form onSubmit={submit} className="grid gap-4 rounded-md border border-line p-4">
      <TextField
        ref={field}
        label={t('targets.newBranchName')}
        hint={t('push.newBranchHint', { branch: target.branch })}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={isWrong ? t('syncErrors.branch_invalid') : null}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PullRequestFields base={baseOf(review)} input={request} onChange={setRequest} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" disabled={isWrong}>
          {t('push.look')}
        </Button>
        <Button variant="secondary" size="sm" onClick={onCancel}>
          {t('panels.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** `gitferry/2026-11-16-1845`: sorts by time and is unique. */
function proposedName(siteName: string, now: number): string {
  const prefix = siteName.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const [day = '', time = ''] = new Date(now).toISOString().split('T')

  return `${prefix}/${day}-${time.slice(0, 5).replace(':', '')}`
}

/** The start of the new branch, and its merge target. */
const baseOf = ({ choice, comparison }: Review): string =>
  choice.from && 'branch' in choice.from
    ? choice.from.branch
    : (choice.syncedWith ?? comparison.target).branch

/**
 * With conflicts, the branch starts at the last common commit, so that GitHub can merge it. If the branch only refuses pushes, the new one
 * continues it.
 */
export function choiceFor(
  review: Review,
  failure: Failure | null,
  branch: string,
  draft: Omit<PullRequestDraft, 'base'> | null,
): TargetChoice {
  const { choice, comparison } = review
  const { target, conflicts, options } = comparison
  const { base } = options
  const hasMoved = failure?.error.code === 'branch_moved'
  const isApart = base !== null && (conflicts.length > 0 || hasMoved)

  return {
    target: { ...target, branch },
    from: isApart ? { commit: base.commit } : (choice.from ?? { branch: target.branch }),
    syncedWith: choice.syncedWith ?? target,
    ...(draft && { pullRequest: { base: baseOf(review), ...draft } }),
  }
}
