import {
  addChoice,
  changeChoice,
  type FeedbackChoice,
  type NewChoice,
  orderChoices,
  useFeedbackListsRefresh,
} from '#api/admin/admin-feedback-lists.ts'
import { useUndoableChanges } from '#features/admin/use-undoable-changes.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Names = Pick<FeedbackChoice, 'name_en' | 'name_es'>

export function useListChanges() {
  const { t } = useTranslation()
  const changes = useUndoableChanges('feedback-list', useFeedbackListsRefresh())
  const { write, offerUndo } = changes

  return {
    failure: changes.failure,
    said: changes.said,

    add: (choice: NewChoice) =>
      write(async () => {
        await addChoice(choice)
        changes.tell(t('admin.feedback.lists.added'))
      }),

    rename: (choice: FeedbackChoice, names: Names) =>
      write(async () => {
        await changeChoice(choice, names)
        const { name_en, name_es } = choice
        offerUndo(t('admin.feedback.lists.saved'), () => changeChoice(choice, { name_en, name_es }))
      }),

    switchTo: (choice: FeedbackChoice, isActive: boolean) =>
      write(async () => {
        await changeChoice(choice, { is_active: isActive })
        offerUndo(t(isActive ? 'admin.feedback.lists.on' : 'admin.feedback.lists.off'), () =>
          changeChoice(choice, { is_active: !isActive }),
        )
      }),

    order: (
      before: readonly FeedbackChoice[],
      after: readonly FeedbackChoice[],
      name: string,
      moved: FeedbackChoice,
    ) =>
      changes.writeHere(async () => {
        changes.sayMoved(name, moved.id, after)
        await orderChoices(after)
        // Marks all positions as changed, so that all are written.
        const undone = before.map((choice) => ({ ...choice, sort_order: -1 }))
        offerUndo(t('admin.order.saved'), () => orderChoices(undone))
      }),
  }
}

export type ListChanges = ReturnType<typeof useListChanges>
