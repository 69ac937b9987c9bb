import { notEmbedded } from '#data-api/errors/request-errors.ts'
import type {
  At,
  Filter,
  LogicTree,
  OrderTerm,
  Query,
  SelectEmbed,
  SelectField,
  SelectItem,
  Window,
} from '#data-api/query-string/query.ts'

/** One level of a request before names are resolved. */
export type Outline = {
  embed: SelectEmbed | undefined
  fields: SelectField[]
  filters: Filter[]
  logic: LogicTree[]
  order: readonly OrderTerm[]
  window: Window
  embeds: Outline[]
  /** The query has an alias for it, but used its name. */
  wasCalledByName: boolean
}

export const EVERYTHING: Window = { offset: 0n, limit: undefined }

/** Assigns the parts of a query to their levels. An unknown level is refused. */
export function outlineOf(query: Query, topWindow: Window, isMutation: boolean): Outline {
  const top = levelOf(undefined, query.select)
  const below = <T>(all: readonly At<T>[]) => all.filter(({ path }) => path.length > 0)

  // Top-level filters select the rows to change, not the returned rows.
  for (const { path, what } of isMutation ? below(query.filters) : query.filters)
    levelAt(top, path).filters.push(what)
  for (const { path, what } of query.orders) levelAt(top, path).order = what
  if (!isMutation) {
    for (const { path, what } of below(query.windows)) levelAt(top, path).window = what
    top.window = topWindow
  }
  for (const { path, what } of isMutation ? below(query.logic) : query.logic)
    levelAt(top, path).logic.push(what)

  return top
}

function levelOf(embed: SelectEmbed | undefined, items: readonly SelectItem[]): Outline {
  return {
    embed,
    fields: items.filter((item) => item.kind === 'field'),
    filters: [],
    logic: [],
    order: [],
    window: EVERYTHING,
    embeds: items
      .filter((item) => item.kind === 'embed')
      .map((below) => levelOf(below, below.select)),
    wasCalledByName: false,
  }
}

function levelAt(top: Outline, path: readonly string[]): Outline {
  return path.reduce((level, name) => {
    const found = level.embeds.find(
      ({ embed }) => embed && (embed.name === name || embed.alias === name),
    )
    if (!found) throw notEmbedded(name)
    if (found.embed?.alias !== undefined && found.embed.alias !== name) found.wasCalledByName = true

    return found
  }, top)
}
