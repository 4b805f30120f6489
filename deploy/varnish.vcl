# Varnish 7 between the proxy that ends TLS and the shop: it keeps the pages of visitors (docs/operations.md). Change the
# addresses of the servers. Without https, as for trying out, cookies have no prefix: remove each "__Host-".
vcl 4.1;

import directors;
import std;

probe alive {
  .url = "/healthz";
  .interval = 2s;
  .timeout = 5s;
  .window = 2;
  .threshold = 1;
  .initial = 1;
}

backend shop1 {
  .host = "10.0.0.11";
  .port = "3000";
  .probe = alive;
  .connect_timeout = 2s;
}

backend shop2 {
  .host = "10.0.0.12";
  .port = "3000";
  .probe = alive;
  .connect_timeout = 2s;
}

# They tell this cache what has changed: CACHE_PURGE_URLS of each has the address of this Varnish.
acl servers {
  "10.0.0.11";
  "10.0.0.12";
}

sub vcl_init {
  new shop = directors.round_robin();
  shop.add_backend(shop1);
  shop.add_backend(shop2);
}

sub vcl_recv {
  set req.backend_hint = shop.backend();
  # Only this file says them to the shop.
  unset req.http.Shop-Variant;
  unset req.http.Shop-Brotli;

  if (req.method == "PURGE") {
    # With a comma it has come through the proxy: a visitor sent it.
    if (client.ip !~ servers || req.http.X-Forwarded-For ~ ",") {
      return (synth(403));
    }
    if (req.http.Surrogate-Key !~ "^[\w-]+( [\w-]+)*$") {
      return (synth(400));
    }
    if (!std.ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")(\s|$)")) {
      return (synth(500));
    }
    return (synth(200));
  }

  # The proxy asks for the health of this Varnish. The rest is for monitoring, which asks the servers themselves.
  if (req.url ~ "^/healthz(\?|$)") {
    return (synth(200));
  }
  if (req.url ~ "^/(readyz|metrics)(\?|$)") {
    return (synth(404));
  }
  # Live events last as long as their tab.
  if (req.method == "GET" && req.url ~ "^/events(\?|$)") {
    return (pipe);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  if (req.http.Authorization || req.url ~ "^/(api|assets|auth|photos)/") {
    return (pass);
  }
  # Somebody is signed in, or a cookie is unknown. Those without the prefix are not the shop's, which ignores them.
  if (req.http.Cookie && req.http.Cookie ~ "(^|;)\s*+__Host-(?!((country|currency|language|timezone|second-serve\.device)=[^;]*|layout=(compact|wide))(;|$))") {
    return (pass);
  }

  # What the page of a visitor depends on, as the shop says it too (server/page-address.ts). If the two differ, the shop
  # lets nobody keep its answer.
  set req.http.Shop-Variant = "NL EUR wide";
  if (req.http.Cookie ~ "(^|;)\s*__Host-country=") {
    set req.http.Shop-Variant = regsub(req.http.Cookie, "^(.*;)?\s*__Host-country=([^;]*).*$", "\2") + " EUR wide";
  }
  if (req.http.Cookie ~ "(^|;)\s*__Host-currency=") {
    set req.http.Shop-Variant = regsub(req.http.Shop-Variant, " EUR ", " " + regsub(req.http.Cookie, "^(.*;)?\s*__Host-currency=([^;]*).*$", "\2") + " ");
  }
  if (req.http.Cookie ~ "(^|;)\s*__Host-layout=") {
    if (req.http.Cookie ~ "(^|;)\s*__Host-layout=compact") {
      set req.http.Shop-Variant = regsub(req.http.Shop-Variant, "wide$", "compact");
    }
  } elsif (req.http.Sec-CH-UA-Mobile == "?1" || (!req.http.Sec-CH-UA-Mobile && req.http.User-Agent ~ "\bMobile\b")) {
    set req.http.Shop-Variant = regsub(req.http.Shop-Variant, "wide$", "compact");
  }
  # Varnish itself knows gzip alone.
  if (req.http.Accept-Encoding ~ "(^|,)\s*br\s*(,|$)") {
    set req.http.Shop-Brotli = "1";
  }
  return (hash);
}

# The builtin one adds the address and the host.
sub vcl_hash {
  hash_data(req.http.Shop-Variant);
  hash_data(req.http.Shop-Brotli);
}

sub vcl_backend_fetch {
  if (bereq.http.Shop-Brotli) {
    set bereq.http.Accept-Encoding = "br";
  }
  set bereq.http.Shop-Since = std.time2real(now, 0.0);
}

sub vcl_backend_response {
  # A page that was longer on its way than 0.4 s is not kept: it may be older than the purge that the shop repeats after
  # 0.7 s. The shop says how long it had the request before it made sure that nothing had changed.
  if (bereq.uncacheable || beresp.status != 200 || !beresp.http.Surrogate-Key || beresp.http.Set-Cookie ||
      beresp.http.Cache-Control !~ "^public" ||
      now - std.real2time(std.real(bereq.http.Shop-Since, 0.0), now) - std.duration(beresp.http.Shop-Took, 0s) > 0.4s) {
    set beresp.uncacheable = true;
    # So long do requests for it not wait for one another.
    set beresp.ttl = 10s;
    set beresp.grace = 0s;
  } else {
    unset beresp.http.X-Request-Id;
  }
  unset beresp.http.Shop-Took;
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.X-Varnish;
  unset resp.http.Via;
  unset resp.http.Age;
  # Browsers get what the shop says to them without a cache.
  if (resp.http.Surrogate-Key) {
    unset resp.http.Surrogate-Key;
    set resp.http.Vary = "accept-encoding, cookie, sec-ch-ua-mobile, user-agent";
    set resp.http.Cache-Control = "private, no-cache";
    if (req.http.Sec-Purpose ~ "^prefetch") {
      set resp.http.Cache-Control = "private, max-age=10";
    }
  }
}

sub vcl_backend_error {
  # A form too, if no server has received it.
  if (bereq.retries == 0) {
    return (retry);
  }
  set beresp.status = 503;
  set beresp.http.Content-Type = "text/html; charset=utf-8";
  set beresp.http.Retry-After = "5";
  set beresp.http.Cache-Control = "no-store";
  set beresp.body = {"<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Second Serve</title>
<p>We’ll be right back. Please try again in a moment.
<p lang="nl">We zijn zo terug. Probeer het zo meteen opnieuw.
<p lang="de">Wir sind gleich wieder da. Bitte versuche es in einem Moment noch einmal.
<p lang="fr">Nous revenons tout de suite. Réessayez dans un instant.
"};
  return (deliver);
}

sub vcl_synth {
  set resp.http.Content-Type = "text/plain";
  set resp.http.Cache-Control = "no-store";
  set resp.body = resp.reason;
  return (deliver);
}
