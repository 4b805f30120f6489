import { type ReactNode, useEffect, useRef, useState } from "react";
import viewerStyles from "swagger-ui-dist/swagger-ui.css?url";
import viewerScript from "swagger-ui-dist/swagger-ui-bundle.js?url";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { fileUrl } from "#app/ui/files-url.ts";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

declare global {
  interface Window {
    /** From the script of swagger-ui-dist. */
    SwaggerUIBundle?: (options: {
      readonly domNode: HTMLElement;
      readonly url: string;
      readonly deepLinking: boolean;
      readonly persistAuthorization: boolean;
      readonly tryItOutEnabled: boolean;
      readonly validatorUrl: null;
      readonly docExpansion: "list";
    }) => void;
  }
}

/** The script sets `window.SwaggerUIBundle`; a browser runs it once, however often the page is opened. */
function loadScript(): Promise<void> {
  if (window.SwaggerUIBundle) return Promise.resolve();
  const script = Object.assign(document.createElement("script"), {
    src: fileUrl(viewerScript),
    crossOrigin: "anonymous",
    async: true,
  });
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error("The viewer of the API could not be loaded.")));
  });
  document.head.append(script);
  return loaded;
}

interface ApiViewerProps {
  /** Of the description. */
  readonly url: string;
  readonly isDark: boolean;
  /** The plain list of operations, in place of which the viewer opens. */
  readonly children: ReactNode;
}

/** Opens Swagger UI on a press, with which a person tries the operations of an API. */
export function ApiViewer({ url, isDark, children }: ApiViewerProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"list" | "loading" | "viewer">("list");
  const hydrated = useHydrated();
  const opened = state === "viewer";
  useEffect(() => {
    const domNode = place.current;
    if (!opened || !domNode) return;
    window.SwaggerUIBundle?.({
      domNode,
      url,
      deepLinking: true,
      persistAuthorization: false,
      tryItOutEnabled: true,
      validatorUrl: null,
      docExpansion: "list",
    });
    return () => domNode.replaceChildren();
  }, [opened, url]);
  useEffect(() => {
    // The class by which Swagger UI's styles are dark.
    const { classList } = document.documentElement;
    classList.toggle("dark-mode", isDark);
    return () => classList.remove("dark-mode");
  }, [isDark]);
  async function open() {
    setState("loading");
    try {
      await loadScript();
      setState("viewer");
    } catch (error) {
      console.error(error);
      showToast({ title: m.ui_error(), description: m.error_offline_message(), tone: "danger" });
      setState("list");
    }
  }
  if (opened)
    return (
      <>
        <link rel="stylesheet" href={fileUrl(viewerStyles)} crossOrigin="anonymous" precedence="default" />
        <div ref={place} />
      </>
    );
  return (
    <>
      {hydrated && (
        <p className="mb-6">
          <Button onClick={open} busy={state === "loading"} busyLabel={m.api_docs_opening()}>
            {m.api_docs_try()}
          </Button>
        </p>
      )}
      {children}
    </>
  );
}
