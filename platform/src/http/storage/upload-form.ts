import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { AppError } from '#errors/app-error.ts'
import { fileTooLarge, invalidRequest, noContent } from '#files/errors.ts'
import type { FileFacts, Incoming } from '#files/upload-file.ts'
import type { StorageContext } from './storage-needs.ts'
import { bodyOf } from './upload-body.ts'
import { readMetadata, robotsTag } from './upload-facts.ts'

const LIMITS = { files: 1, fields: 10, fieldSize: 1024 * 1024, headerPairs: 20 }

type Fields = Map<string, string>

/**
 * A form with one file. `receive` gets the file when it begins; its bytes end with the form, so that later fields are included.
 */
export async function receiveForm<T>(
  c: StorageContext,
  receive: (incoming: Incoming) => Promise<T>,
): Promise<T> {
  const robots = robotsTag(c)
  const parser = formParser(c)
  const { begun, fields } = listenTo(parser)
  const read = readInto(parser, c)

  try {
    const part = await Promise.race([begun, read])
    if (!part) throw noContent()
    read.catch((error: Error) => part.stream.destroy(error))

    return await receive({
      facts: () => factsOf(fields, part.type, robots),
      bytes: untilFormEnds(part.stream, read),
    })
  } finally {
    // After a refused file, the rest of the form is not needed.
    read.catch(() => {})
    parser.destroy()
  }
}

type Part = { stream: Readable; type: string }

/** The pipeline reports errors; without a listener, each would also end the process. */
const heardElsewhere = () => {}

function listenTo(parser: BusboyInstance) {
  parser.on('error', heardElsewhere)
  const fields: Fields = new Map()
  parser.on('field', (name, value, _isNameCut, isCut) => {
    if (isCut) parser.destroy(fileTooLarge())
    fields.set(name, value)
  })
  parser.on('filesLimit', () => parser.destroy(invalidRequest('Only one file is taken')))
  parser.on('fieldsLimit', () => parser.destroy(invalidRequest('There are too many fields')))

  const begun = new Promise<Part>((resolve) => {
    parser.on('file', (_field, stream, _name, _encoding, type) => {
      stream.on('error', heardElsewhere)
      resolve({ stream, type })
    })
  })
  return { begun, fields }
}

async function readInto(parser: BusboyInstance, c: StorageContext): Promise<void> {
  try {
    await pipeline(Readable.from(bodyOf(c)), parser)
  } catch (error) {
    throw asRefusal(error)
  }
}

function formParser(c: StorageContext): BusboyInstance {
  try {
    return new Busboy({ headers: c.req.header() as BusboyHeaders, limits: LIMITS })
  } catch (error) {
    throw asRefusal(error)
  }
}

async function* untilFormEnds(file: Readable, read: Promise<void>): AsyncGenerator<Uint8Array> {
  yield* file
  await read
}

const asRefusal = (error: unknown): AppError =>
  error instanceof AppError ? error : invalidRequest('The form is cut off or cannot be read')

const factsOf = (fields: Fields, type: string, robots: string | null): FileFacts => {
  const seconds = fields.get('cacheControl')

  return {
    contentType: fields.get('contentType') ?? type,
    cacheControl: seconds && /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
    robotsTag: robots,
    userMetadata: readMetadata(fields.get('metadata') ?? fields.get('userMetadata')),
    contentLength: null,
  }
}
