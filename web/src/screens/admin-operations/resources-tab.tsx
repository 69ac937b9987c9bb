import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { Drawer } from '@app/ui/drawer.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import {
  adminResourcesQuery,
  type Resource,
  type ResourceCategory,
} from '#api/admin/admin-resources.ts'
import { AdminLoadFailed } from '#features/admin/admin-load-failed.tsx'
import { OrderedRows } from '#features/admin/ordered-rows.tsx'
import { useListState } from '#features/admin/use-list-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { rowText } from '#i18n/row-text.ts'
import { failureWords } from './operation-parts.tsx'
import { ResourceForm } from './resource-form.tsx'
import { useResourceChanges } from './use-resource-changes.ts'

const NEW = 'new'

/** The links on the landing page and the dashboard. */
export function ResourcesTab() {
  const all = useQuery(adminResourcesQuery)

  if (all.isPending) return <Skeleton className="h-64 w-full" />
  if (all.isError) {
    return (
      <Card>
        <AdminLoadFailed query={all} words={failureWords} />
      </Card>
    )
  }
  return <Editor {...all.data} />
}

type Props = { categories: ResourceCategory[]; resources: Resource[] }

function Editor({ categories, resources }: Props) {
  const { t, language } = useTranslation()
  const list = useListState({}, 'resources')
  const navigate = useNavigate()
  const changes = useResourceChanges()
  const opened = resources.find(({ id }) => id === list.open)
  const of = (category: ResourceCategory) =>
    resources.filter(({ category_id }) => category_id === category.id)

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-soft">{t('adminOperations.resources.lead')}</p>
        <Button size="sm" onClick={() => list.show(NEW)}>
          {t('adminOperations.resources.add')}
        </Button>
      </div>
      {changes.failure !== null && (
        <Notice tone="danger">{failureWords(t, changes.failure)}</Notice>
      )}
      {resources.length === 0 && (
        <Card>
          <EmptyState
            title={t('adminOperations.resources.empty')}
            text={t('adminOperations.resources.emptyText')}
          />
        </Card>
      )}
      {categories
        .filter((category) => of(category).length > 0)
        .map((category) => (
          <OrderedRows
            key={category.id}
            title={rowText(category, 'name', language)}
            rows={of(category)}
            nameOf={({ title_en }) => title_en}
            details={({ title_es, url }) => (
              <>
                <p className="text-sm break-words text-ink-soft">{title_es}</p>
                <p className="text-xs break-all text-ink-soft max-sm:hidden">{url}</p>
              </>
            )}
            addressOf={(id) => list.to({ open: id })}
            onOrder={(after, moved) => void changes.order(of(category), after, moved)}
            onSwitch={changes.switchTo}
          />
        ))}
      <p role="status" className="sr-only">
        {changes.said}
      </p>
      <Drawer
        isOpen={list.open !== ''}
        onClose={list.close}
        title={opened ? opened.title_en : t('adminOperations.resources.add')}
        closeText={t('common.close')}
      >
        {opened || list.open === NEW ? (
          <ResourceForm
            key={list.open}
            resource={opened ?? null}
            categories={categories}
            place={resources.length}
            changes={changes}
            onDone={() => void navigate('?tab=resources', { replace: true })}
          />
        ) : (
          <Notice tone="plain">{t('admin.list.gone')}</Notice>
        )}
      </Drawer>
    </>
  )
}
