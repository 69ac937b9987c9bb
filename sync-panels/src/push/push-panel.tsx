import { SyncError } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useUnsavedMark } from '@app/ui/unsaved-marks.ts'
import { useEffect, useRef, useState } from 'react'
import { useFocusAfter } from '#focus/use-focus-after.ts'
import { BranchPullRequest } from '#pull-requests/branch-pull-request.tsx'
import { listedPaths } from '#service/left-out.ts'
import {
  errorOf,
  type Failure,
  type PushState,
  type Review,
  type ReviewAnswers,
} from '#service/push-state.ts'
import { repoOf, type TargetChoice } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { TargetPicker } from '#targets/target-picker.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { BringBack, type Direction } from './bring-back.tsx'
import { DoneStep } from './done-step.tsx'
import { InterruptedStep } from './interrupted-step.tsx'
import { NewBranchForm } from './new-branch-form.tsx'
import { firstLook, isQuick } from './quick-push.ts'
import { QuickStep } from './quick-step.tsx'
import { NO_DRAFT, NO_TICKS, type ReviewDraft } from './review-answers.ts'
import { ReviewStep } from './review-step.tsx'
import { usePush } from './use-push.ts'
import { ComparingStep, PushingStep, ReadingStep } from './working-steps.tsx'

export type { Direction }

type PanelProps = {
  /** Looks at once where the project has a branch, and pushes with one click where nothing is to be asked. */
  isQuick?: boolean
  /** Looks at once, and shows what comes from GitHub before what goes there. */
  isPull?: boolean
  /** Called with what is shown: the pull, or else the push. */
  onDirection?: (direction: Direction) => void
}

/** The project's files to GitHub, after a look at what that changes. Shown anew for each project. */
export function PushPanel({ isQuick = false, isPull = false, onDirection }: PanelProps) {
  const { project } = useSurroundings()

  return (
    <ProjectPush
      key={project.id}
      isQuick={isQuick}
      isPull={isPull}
      {...(onDirection && { onDirection })}
    />
  )
}

type PushProps = Omit<PanelProps, 'isQuick' | 'isPull'> & { isQuick: boolean; isPull: boolean }

function ProjectPush({ isQuick, isPull, onDirection }: PushProps) {
  const { state, pushing } = usePush()
  const choosing = useChoosing()
  const quick = useQuick(isQuick || isPull, state)
  const { draft, setDraft, isChanging, setChanging, compareWith } = choosing
  const place = useFocusAfter(state?.step ?? 'choose')
  useUnsavedMark(state?.step === 'pushing')

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {stepOf()}
    </div>
  )

  function stepOf() {
    if (!state) return <Skeleton className="h-60 w-full" />
    switch (state.step) {
      case 'choose':
        return (
          <ChooseStep
            failure={state.failure}
            isChanging={isChanging}
            onChanging={setChanging}
            onChoose={quick.endedBy(compareWith)}
            onRetry={quick.endedBy(choosing.compareAgain)}
          />
        )
      case 'reading':
        return <ReadingStep state={state} onCancel={pushing.cancel} />
      case 'comparing':
        return <ComparingStep state={state} onCancel={pushing.cancel} />
      case 'review':
        return (
          <Reviewing
            {...state}
            isQuick={isQuick && quick.isOn}
            isPull={isPull}
            {...(onDirection && { onDirection })}
            onReview={quick.end}
            draft={draft}
            onDraft={setDraft}
            onCompare={compareWith}
            onChooseAgain={choosing.chooseAgain}
          />
        )
      case 'pushing':
        return <PushingStep state={state} onCancel={pushing.cancel} />
      case 'interrupted':
        return (
          <InterruptedStep
            review={state.review}
            failure={state.failure}
            onGoOn={pushing.goOn}
            onLookAgain={() => compareWith(state.review.choice)}
            onForget={pushing.reset}
          />
        )
      case 'done':
        return <DoneStep done={state.done} onAgain={choosing.startOver} />
    }
  }
}

/** The first look of a panel that was opened. Whoever asks for the review has it from then on. */
function useQuick(isWanted: boolean, state: PushState | null) {
  const { pushing, project, account } = useSurroundings()
  const [isOn, setOn] = useState(isWanted)
  const isDecided = useRef(false)
  const { target } = project
  useEffect(() => {
    if (!isOn || !state || isDecided.current) return
    isDecided.current = true
    const choice = target && firstLook(state, target)
    if (account && choice) pushing.review(choice)
  }, [isOn, state, account, target, pushing])

  return {
    isOn,
    end: () => setOn(false),
    endedBy:
      <Args extends unknown[]>(work: (...args: Args) => void) =>
      (...args: Args) => {
        setOn(false)
        work(...args)
      },
  }
}

/** What a person has chosen and written so far. It outlives the steps. */
function useChoosing() {
  const { pushing, project } = useSurroundings()
  const first = { ...NO_DRAFT, message: project.message ?? '' }
  const lastChoice = useRef<TargetChoice | null>(null)
  const [draft, setDraft] = useState(first)
  const [isChanging, setChanging] = useState(false)

  function compareWith(choice: TargetChoice) {
    // Ticks belong to what was compared; the message still fits.
    setDraft({ ...NO_DRAFT, message: draft.message })
    lastChoice.current = choice
    setChanging(false)
    pushing.review(choice)
  }

  return {
    draft,
    setDraft,
    isChanging,
    setChanging,
    compareWith,
    compareAgain: () => {
      if (lastChoice.current) compareWith(lastChoice.current)
    },
    chooseAgain: () => {
      setChanging(true)
      pushing.reset()
    },
    startOver: () => {
      setDraft(first)
      pushing.reset()
    },
  }
}

type ReviewingProps = {
  review: Review
  failure: Failure | null
  isQuick: boolean
  isPull: boolean
  onDirection?: (direction: Direction) => void
  onReview: () => void
  draft: ReviewDraft
  onDraft: (draft: ReviewDraft) => void
  onCompare: (choice: TargetChoice) => void
  onChooseAgain: () => void
}

function Reviewing({ onCompare, isQuick: isWanted, onReview, ...props }: ReviewingProps) {
  const { isPull, onDirection, ...given } = props
  const { pushing, project } = useSurroundings()
  const [isBranching, setBranching] = useState(false)
  const { review, failure } = given
  const draft = withListed(given.draft, review, project.leaveOut ?? [])
  const isTouched = given.draft.ticks !== NO_TICKS || draft.message !== (project.message ?? '')
  const shown = { ...given, draft, isTouched }
  const push = (answers: ReviewAnswers) => pushing.push(review.comparison.digest, answers)

  if (isWanted && !failure && isQuick(review, draft.ticks)) {
    return (
      <QuickStep
        review={review}
        draft={draft}
        onPush={push}
        onReview={onReview}
        onLookAgain={() => onCompare(review.choice)}
      />
    )
  }
  return (
    <BringBack
      review={review}
      isFirst={isPull}
      {...(onDirection && { onDirection })}
      onCompareAgain={() => onCompare(review.choice)}
    >
      {isBranching && (
        <NewBranchForm
          review={review}
          failure={failure}
          message={draft.message}
          onChoose={onCompare}
          onCancel={() => setBranching(false)}
        />
      )}
      <ReviewStep
        {...shown}
        onPush={push}
        onCompareAgain={() => onCompare(review.choice)}
        onNewBranch={() => setBranching(true)}
      />
    </BringBack>
  )
}

/** Until a person ticks anything, the project's own list decides what stays. */
function withListed(draft: ReviewDraft, review: Review, leaveOut: readonly string[]): ReviewDraft {
  if (draft.ticks !== NO_TICKS) return draft
  const listed = listedPaths(review.comparison, leaveOut)

  return listed.length === 0 ? draft : { ...draft, ticks: { ...NO_TICKS, leaveOut: listed } }
}

type ChooseProps = {
  failure: Failure | null
  /** Whether another branch than the linked one is being chosen. */
  isChanging: boolean
  onChanging: (isChanging: boolean) => void
  onChoose: (choice: TargetChoice) => void
  onRetry: () => void
}

function ChooseStep({ failure, isChanging, onChanging, onChoose, onRetry }: ChooseProps) {
  const { t } = usePanelTexts()
  const { account, project } = useSurroundings()
  const { target } = project

  if (!account) return <SyncTrouble error={new SyncError('not_connected')} />
  return (
    <div className="grid gap-5">
      {failure && (
        <SyncTrouble
          error={errorOf(failure.error)}
          onRetry={onRetry}
          onChooseAgain={() => onChanging(true)}
        />
      )}
      {target && !isChanging ? (
        <Linked
          target={target}
          onLook={() => onChoose({ target })}
          onChange={() => onChanging(true)}
        />
      ) : (
        <TargetPicker
          mayCreate
          submitText={t('push.look')}
          onChoose={onChoose}
          {...(target && { onCancel: () => onChanging(false) })}
        />
      )}
      {target && !isChanging && <BranchPullRequest target={target} />}
    </div>
  )
}

function Linked(props: { target: Target; onLook: () => void; onChange: () => void }) {
  const { t } = usePanelTexts()
  const { target, onLook, onChange } = props

  return (
    <div className="grid gap-4">
      <p className="break-words">
        {t('push.linked', { repo: repoOf(target), branch: target.branch })}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onLook}>{t('push.look')}</Button>
        <Button variant="secondary" onClick={onChange}>
          {t('push.change')}
        </Button>
      </div>
    </div>
  )
}
