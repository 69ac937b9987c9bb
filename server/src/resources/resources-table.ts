import type { ResourceCategory } from '@app/contract/public-content'
import { type Database, visitor } from '@app/platform/db/database.ts'

/** Visible resources by category, in the admins' order, without empty categories. */
export async function listShownResources(db: Database): Promise<ResourceCategory[]> {
  const { rows } = await db.ask<ResourceCategory>(visitor, {
    text: `select code, name_en, name_es, json_agg(
                    json_build_object(
                      'title_en', title_en, 'title_es', title_es,
                      'description_en', description_en, 'description_es', description_es,
                      'url', url
                    ) order by resources.sort_order, title_en
                  ) as resources
             from public.resource_categories
             join public.resources on resources.category_id = resource_categories.id
            where resource_categories.is_active and resources.is_active
            group by resource_categories.id
            order by resource_categories.sort_order, code`,
  })

  return rows
}
