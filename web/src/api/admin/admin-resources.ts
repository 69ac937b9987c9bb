import type { Database } from '@app/contract/rows'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
import { resourcesQuery } from '#api/content/resources.ts'
import { CodedError } from '#api/errors/coded-error.ts'

type Tables = Database['public']['Tables']

export type Resource = Tables['resources']['Row']
export type ResourceCategory = Tables['resource_categories']['Row']

/** The columns that an admin edits. */
export type ResourceText = Pick<
  Resource,
  'category_id' | 'title_en' | 'title_es' | 'description_en' | 'description_es' | 'url'
>

type ResourceColumns = Partial<ResourceText & Pick<Resource, 'is_active' | 'sort_order'>>

const key = ['admin', 'resources'] as const

/** All resources, including disabled ones, in the order of the page. */
export const adminResourcesQuery = queryOptions({
  queryKey: key,
  queryFn: async (): Promise<{ categories: ResourceCategory[]; resources: Resource[] }> => {
    const [categories, resources] = await Promise.all([
      dataApi()
        .from('resource_categories')
        .select('*')
        .order('sort_order')
        .order('id')
        .throwOnError(),
      dataApi().from('resources').select('*').order('sort_order').order('id').throwOnError(),
    ])

    return { categories: categories.data, resources: resources.data }
  },
})

/** Fails if somebody else has changed the row in the meantime. */
export async function changeResource(
  { id, updated_at }: Pick<Resource, 'id' | 'updated_at'>,
  columns: ResourceColumns,
): Promise<Resource> {
  const { data } = await dataApi()
    .from('resources')
    .update(columns)
    .eq('id', id)
    .eq('updated_at', updated_at)
    .select('*')
    .throwOnError()
  const [changed] = data

  if (!changed) throw new CodedError('changed_meanwhile')
  return changed
}

export async function addResource(row: ResourceText & Partial<Resource>): Promise<void> {
  await dataApi().from('resources').insert(row).throwOnError()
}

export async function deleteResource({ id }: Pick<Resource, 'id'>): Promise<void> {
  await dataApi().from('resources').delete().eq('id', id).throwOnError()
}

/** Writes only rows whose position changes. */
export async function orderResources(inOrder: readonly Resource[]): Promise<void> {
  const moved = inOrder.flatMap((row, place) =>
    row.sort_order === place ? [] : [{ id: row.id, place }],
  )
  await Promise.all(
    moved.map(({ id, place }) =>
      dataApi().from('resources').update({ sort_order: place }).eq('id', id).throwOnError(),
    ),
  )
}

export function useResourcesCache() {
  const client = useQueryClient()

  return {
    /** The dashboard and the footer show resources too. */
    refresh: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: key }),
        client.invalidateQueries(resourcesQuery),
      ])
    },
  }
}
