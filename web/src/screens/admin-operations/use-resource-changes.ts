import {
  addResource,
  changeResource,
  deleteResource,
  orderResources,
  type Resource,
  type ResourceText,
  useResourcesCache,
} from '#api/admin/admin-resources.ts'
import { useUndoableChanges } from '#features/admin/use-undoable-changes.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function useResourceChanges() {
  const { t } = useTranslation()
  const cache = useResourcesCache()
  const changes = useUndoableChanges('admin-resource', cache.refresh)
  const { write, offerUndo } = changes

  return {
    failure: changes.failure,
    said: changes.said,

    save: (resource: Resource, text: ResourceText) =>
      write(async () => {
        const changed = await changeResource(resource, text)
        offerUndo(t('adminOperations.resources.saved'), () =>
          changeResource(changed, textOf(resource)),
        )
      }),

    add: (text: ResourceText, place: number) =>
      write(async () => {
        await addResource({ ...text, sort_order: place })
        changes.tell(t('adminOperations.resources.added'))
      }),

    /** `onDeleted` runs before the reloaded list lacks the row. */
    remove: (resource: Resource, onDeleted: () => void) =>
      write(async () => {
        await deleteResource(resource)
        onDeleted()
        offerUndo(t('adminOperations.resources.deleted'), () => addResource(resource))
      }),

    switchTo: (resource: Resource, isActive: boolean) =>
      write(async () => {
        const changed = await changeResource(resource, { is_active: isActive })
        offerUndo(
          t(isActive ? 'adminOperations.resources.on' : 'adminOperations.resources.off'),
          () => changeResource(changed, { is_active: !isActive }),
        )
      }),

    order: (before: readonly Resource[], after: readonly Resource[], moved: Resource) =>
      changes.writeHere(async () => {
        changes.sayMoved(moved.title_en, moved.id, after)
        await orderResources(after)
        const now = after.map((row, at) => ({ ...row, sort_order: at }))
        offerUndo(t('admin.order.saved'), () =>
          orderResources(before.map(({ id }) => now.find((row) => row.id === id) as Resource)),
        )
      }),
  }
}

export type ResourceChanges = ReturnType<typeof useResourceChanges>

export const textOf = (resource: ResourceText): ResourceText => ({
  category_id: resource.category_id,
  title_en: resource.title_en,
  title_es: resource.title_es,
  description_en: resource.description_en,
  description_es: resource.description_es,
  url: resource.url,
})
