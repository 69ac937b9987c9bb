import { calledWith, quoteLiteral, quoteName } from '#data-api/quoting/identifiers.ts'
import type { Payload } from '#data-api/request/payload.ts'
import type { Representation } from '#data-api/schema-cache/schema.ts'
import type { Parameters } from './parameters.ts'

type JsonPayload = Pick<Extract<Payload, { kind: 'json' }>, 'text' | 'isObject'>

export type BodyColumn = {
  name: string
  type: string
  default?: string | null
  representation?: Representation
}

/** The alias of a body's rows. */
export const BODY = 'pgrst_body'

type Options = { appliesDefaults?: boolean; isSingle?: boolean }

/** The body as rows of these columns, for the `from` clause. */
export function payloadSql(
  parameters: Parameters,
  payload: JsonPayload,
  columns: readonly BodyColumn[],
  { appliesDefaults = false, isSingle = false }: Options = {},
): string {
  const json = appliesDefaults ? 'jsonb' : 'json'
  const source = `(select ${parameters.add(payload.text)}::${json} as json_data) pgrst_payload`
  const defaults = appliesDefaults ? `, ${defaultsSql(payload, columns)}` : ''
  const document = appliesDefaults ? 'pgrst_defaults.json_data' : 'pgrst_payload.json_data'
  const names = columns.map(readSql).join(', ')
  const rows = rowsSql(json, document, payload, columns)

  return `${source}${defaults}, lateral (select ${names} from ${rows}${isSingle ? ' limit 1' : ''}) ${BODY}`
}

/** A domain may have a function that parses its values from json. */
function readSql({ name, representation }: BodyColumn): string {
  const column = quoteName(name)
  const parse = representation?.fromJson

  return parse ? `${calledWith(parse, column)} as ${column}` : column
}

function rowsSql(
  json: 'json' | 'jsonb',
  document: string,
  { isObject }: JsonPayload,
  columns: readonly BodyColumn[],
): string {
  if (columns.length === 0) {
    return isObject ? '(values (1)) _' : `${json}_array_elements(${document}) _`
  }
  const typed = columns
    .map(
      ({ name, type, representation }) =>
        `${quoteName(name)} ${representation?.fromJson ? 'json' : type}`,
    )
    .join(', ')

  return `${json}_to_record${isObject ? '' : 'set'}(${document}) as _(${typed})`
}

/** Missing keys get the columns' defaults. */
function defaultsSql({ isObject }: JsonPayload, columns: readonly BodyColumn[]): string {
  const pairs = columns
    .filter((column) => column.default != null)
    .map((column) => `${quoteLiteral(column.name)}, ${defaultSql(column)}`)
  const defaults = `jsonb_build_object(${pairs.join(', ')})`
  const filled = isObject
    ? `select ${defaults} || pgrst_payload.json_data as json_data`
    : `select jsonb_agg(${defaults} || element) as json_data from jsonb_array_elements(pgrst_payload.json_data) element`

  return `lateral (${filled}) pgrst_defaults`
}

/** A default is formatted like the column's values, because it is parsed like them. */
const defaultSql = ({ default: by, type, representation }: BodyColumn): string =>
  representation?.fromJson && representation.toJson
    ? calledWith(representation.toJson, `(${by})::${type}`)
    : String(by)
