import { parentPath, type Opened } from '../../../format'

/** The entry of the name of a model with another ending: a row of the archive of the model, else a file beside it. */
export async function besideModel(chunk: Opened, ending: string): Promise<Opened | undefined> {
  const { container } = chunk
  if (!container) return undefined
  const archive = parentPath(container.path)
  const name = container.name.replace(/\.[^.]*$/, '') + ending
  return archive === undefined ? chunk.beside(name) : (await chunk.archive(archive))?.row(name)
}
