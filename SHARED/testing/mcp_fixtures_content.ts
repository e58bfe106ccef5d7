/** Tools and prompts of the conformance suite with other content than plain text. */
import type { ContentBlock, McpServer } from '@modelcontextprotocol/server';
import { fromJsonSchema } from '@modelcontextprotocol/server';

/** A PNG of one pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A WAV file without a sound. */
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const image: ContentBlock = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const audio: ContentBlock = { type: 'audio', data: SILENCE, mimeType: 'audio/wav' };
const embedded = (uri: string, mimeType: string, said: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType, text: said },
});

const TOOLS: { readonly [name: string]: readonly ContentBlock[] } = {
  test_image_content: [image],
  test_audio_content: [audio],
  test_embedded_resource: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
};

/** Registers them. */
export function addContent(server: McpServer): void {
  for (const [name, content] of Object.entries(TOOLS)) {
    server.registerTool(name, { description: 'Shows content.' }, async () => ({ content: [...content] }));
  }
  server.registerTool('test_error_handling', { description: 'Fails.' }, async () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerPrompt('test_prompt_with_image', { description: 'Shows an image.' }, async () => ({
    messages: [
      { role: 'user', content: image },
      { role: 'user', content: text('Please analyze the image above.') },
    ],
  }));
  const argsSchema = fromJsonSchema<{ resourceUri: string }>({
    type: 'object',
    properties: { resourceUri: { type: 'string', description: 'URI of the resource to embed' } },
    required: ['resourceUri'],
  });
  const shown = { description: 'Shows a resource.', argsSchema };
  server.registerPrompt('test_prompt_with_embedded_resource', shown, async ({ resourceUri }) => ({
    messages: [
      { role: 'user', content: embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.') },
      { role: 'user', content: text('Please process the embedded resource above.') },
    ],
  }));
}
